"""Typed lists of people's names: first names by gender, family names, titles, public figures.

They serve two ends: a name in a text is known for what it is, and another of the same type can take its place. The
lists hold what news and encyclopedias mention often; a name that is not in them is left alone.
"""

from __future__ import annotations

from .closed_classes import word_set

__all__ = [
    "AMBIGUOUS_NAMES",
    "COMMON_NAMES",
    "FAMILY_NAMES",
    "FEMALE_NAMES",
    "MALE_NAMES",
    "NEUTRAL_NAMES",
    "PUBLIC_FIGURES",
    "ROLES",
    "SURE_TITLES",
    "TITLES",
    "TITLE_GENDER",
]

MALE_NAMES = word_set(
    """
    Aaron Abdul Abdullah Abdullahi Abel Abraham Abubakar Adam Adebayo Adnan Adrian Ahmad Ahmed Ajay Alan Albert
    Alberto Alejandro Alessandro Alexander Alexandre Alexei Alfonso Alfred Ali Alistair Allan Allen Amir Amit Anders
    Andre Andreas Andrei Andres Andrew Andrzej Angelo Anil Anthony Antoine Anton Antonio Antony Archibald Arjun Arnold
    Arthur Arturo Arvind Ashok Atiku Barack Barry Bas Bashar Ben Benito Benjamin Bernard Bernie Bertrand Bill Bob
    Bobby Bola Boris Brad Bradley Brandon Brendan Brent Brett Brian Bruce Bruno Bryan Calvin Carl Carlo Carlos Cesar
    Charles Charlie Chinedu Christoph Christophe Christopher Chuck Clarence Claude Claudio Clifford Clinton Clive
    Colin Conor Craig Curtis Cyril Dan Daniel Darren Dave David Deepak Dennis Derek Diego Dieter Dimitri Dinesh
    Dominic Don Donald Douglas Duncan Dwayne Dwight Eddie Edgar Eduardo Edward Edwin Elijah Elon Emeka Emile Emilio
    Emmanuel Enrico Enrique Eric Erik Ernest Ernst Ethan Eugene Evan Fabio Farouk Felipe Felix Ferdinand Fernando
    Fidel Francesco Francisco Franck Francois Frank Franklin Franz Fred Frederick Friedrich Gabriel Gareth Gary Gavin
    Geoff Geoffrey George Georges Gerald Gerard Gerhard Giacomo Gilbert Giorgio Giovanni Giuseppe Glenn Gopal Gordon
    Graham Greg Gregory Guillaume Gunther Gustav Guy Hal Hamid Hank Hans Harald Haroon Harold Harrison Harry Harvey
    Hassan Hector Heinrich Helmut Henri Henrik Henry Herbert Herman Hiroshi Howard Hugh Hugo Hunter Hussein Ian
    Ibrahim Igor Ilya Imran Isaac Ismail Ivan Jack Jacob Jacques Jair Jake James Jamie Jan Javier Jason Jean Jeff
    Jeffrey Jens Jeremy Jerome Jerry Jim Jimmy Joachim Joao Joaquin Joe Joel Johan Johann Johannes John Johnny Jon
    Jonas Jonathan Jorge Jose Josef Joseph Josh Joshua Juan Jules Julian Julio Jurgen Justin Kamal Karim Karl Keith
    Ken Kenneth Kevin Khalid Klaus Konrad Krishna Kumar Kurt Kwame Lamar Larry Lars Laurent Lawrence Leo Leon Leonard
    Leonardo Leopold Liam Lionel Lloyd Louie Louis Luca Lucas Ludwig Luigi Luis Lukas Luke Mahmoud Malcolm Manuel Marc
    Marcel Marco Marcus Mario Mark Martin Marvin Massimo Matt Matteo Matthew Matthias Maurice Mauricio Max Maximilian
    Mehmet Michael Michel Miguel Mike Mikhail Mitch Mitt Mohamed Mohammad Mohammed Mohan Moses Muhammad Muhammadu
    Murray Mustafa Nasir Nathan Nathaniel Neil Nelson Nicholas Nicolas Nicola Nigel Nikhil Nikolai Noah Norman
    Narendra Nnamdi Olaf Oleg Oliver Olivier Olusegun Omar Oscar Oskar Osama Otto Pablo Paolo Pascal Patrick Paul
    Pavel Pedro Peter Phil Philip Philippe Phillip Pierre Pietro Piotr Pradeep Prakash Rafael Rahul Raj Rajesh Rajiv
    Rakesh Ralph Ramon Randy Rand Raul Ravi Ray Raymond Recep Reginald Rene Ricardo Richard Rick Rishi Robert Roberto
    Rodrigo Roger Roland Rolf Roman Ron Ronald Ross Roy Rudolf Rudy Rupert Russell Ryan Sachin Salman Salvador Sam
    Samir Samuel Sanjay Scott Sean Sebastian Sergei Sergio Seth Shane Sharad Shinzo Sidney Siegfried Silvio Simon
    Stanley Stefan Stefano Stephen Steve Steven Stewart Stuart Sunil Suresh Sven Ted Terence Theodore Thierry Thomas
    Tim Timothy Tobias Todd Tom Tomas Tony Travis Trevor Tucker Tunde Tyler Uhuru Umberto Usman Vernon Victor Vijay
    Vikram Vincent Vinod Virat Vivek Vladimir Volodymyr Walter Warren Wayne Werner Wilfred Wilhelm Will William Willy
    Winston Wolfgang Xavier Yannick Yasser Yoshihide Yousef Yusuf Yuri Yves Zachary Zoltan Zbigniew
    """
)

FEMALE_NAMES = word_set(
    """
    Abigail Adele Adriana Aisha Agatha Agnes Alexandra Alexandria Alice Alicia Alison Allison Amanda Amelia Amina Amy
    Ananya Andrea Angela Angelina Anita Anja Ann Anna Anne Annette Annie Anya Aparna Ashli Astrid Audrey Barbara
    Beatrice Beatriz Becky Bella Benazir Bernadette Beth Betsy Betty Beverly Bianca Birgit Bonnie Brenda Bridget
    Brigitte Camilla Candace Carla Carmen Carol Caroline Carolyn Carrie Catherine Cathy Cecilia Celia Charlene Chiara
    Chloe Christiane Christina Christine Cindy Clara Claudia Colette Colleen Connie Constance Cynthia Daniela Danielle
    Deborah Debra Delia Denise Diana Diane Dolores Donna Doris Dorothy Edith Eileen Elaine Eleanor Elena Elisa
    Elisabeth Elise Eliza Elizabeth Ella Ellen Eloise Elsa Elvira Emily Emma Erica Ericka Erika Esther Estelle Ethel
    Eva Evelyn Fatima Fatou Fiona Florentina Frances Francesca Francoise Freya Gabriela Gabrielle Gemma Geraldine
    Gertrude Gina Gisela Giulia Gladys Glenda Gloria Greta Gretchen Gwendolyn Halima Hannah Harriet Heidi Helen Helena
    Helga Henrietta Hilary Hilda Hildegard Hillary Hima Huma Ilse Imelda Indira Ines Inga Ingrid Irene Irina Isabel
    Isabella Isabelle Jacinda Jacqueline Jane Janet Janice Jasmine Jeanette Jeanne Jen Jenna Jennifer Jenny Jessica
    Jill Joan Joanna Joanne Johanna Josephine Joyce Juanita Judith Judy Julia Juliana Julie Juliet Kamala Karen Karin
    Karolina Kate Katherine Kathleen Kathryn Kathy Katie Katja Katrina Kavita Kayla Kiran Kirsten Kirstin Kirsty
    Kristina Lakshmi Larissa Laura Lauren Leila Lena Leticia Lilian Lillian Linda Lindsay Lisa Liz Liza Lizzie Loretta
    Lorraine Louisa Louise Lourdes Lucia Lucille Lucy Ludmila Luisa Lydia Mabel Madeleine Maggie Mamata Manuela
    Marcella Margaret Margarita Maria Mariam Mariana Marianne Marie Marilyn Marina Marion Marjorie Marlene Marsha
    Martha Martina Mary Matilda Maureen Maya Mayawati Meera Megan Meghan Melania Melanie Melinda Melissa Mercedes
    Meredith Michaela Michelle Mildred Milena Miranda Miriam Molly Monica Monika Muriel Nadia Nancy Naomi Natalia
    Natalie Natasha Nicole Nina Noemi Nora Norma Olga Olivia Ophelia Pamela Patricia Paula Pauline Penelope Petra
    Phyllis Pooja Priti Priya Priyanka Rachel Rashida Rebecca Regina Renata Rhonda Rita Roberta Rosa Rosalind Rosanna
    Rosemary Roxanne Ruth Sabine Sabrina Sally Samantha Sandra Sara Sarah Saskia Selena Serena Shannon Sharon Sheila
    Shirley Sigrid Silvia Simone Sofia Sonia Sonja Sophia Sophie Stacey Stella Stephanie Susan Susanna Susanne Suzanne
    Svetlana Sybil Sylvia Tabitha Tamara Tanya Tatiana Teresa Theresa Tiffany Tina Tracy Ulrike Ursula Usha Valentina
    Valerie Vanessa Vera Veronica Vivian Wanda Wendy Whitney Winifred Yasmin Yolanda Yvette Yvonne Zainab Zoe Zsofia
    """
)

NEUTRAL_NAMES = word_set(
    "Alex Ariel Cameron Casey Dana Dominique Jackie Jamie Jody Kim Lesley Leslie Robin Sandy Terry"
)
"""First names of men and women alike: they suit whatever pronoun follows."""

COMMON_NAMES: dict[str, tuple[str, ...]] = {
    "male": tuple(
        "Russell Howard Graham Trevor Neil Stuart Leonard Walter Julian Gerald Malcolm Clifford Edwin".split()
    ),
    "female": tuple("Marjorie Yvonne Rosalind Beverly Lorraine Harriet Deborah Maureen Denise Pauline Audrey".split()),
    "": tuple("Robin Casey Jamie Leslie Dana Jody Ariel Cameron".split()),
}
"""First names that replace others, by gender; "" where the text does not tell it."""

AMBIGUOUS_NAMES = word_set(
    """
    Art Bill Dawn Don Drew Frank Guy Hank Hunter Jack Jean Joy Kim Kumar Leo Mark Max Pat Rand Ray Rob Robin Rose
    Sally Sandy Scott Serena Sue Tucker Warren Will Baker Banks Bell Black Bond Brown Burns Bush Carter Church Close
    Cook Cotton Cross Cruz Day Dean Drew Field Fields Fisher Flowers Ford Forest Fox Gates Good Graves Gray Green Grey
    Hall Hand Hill House Hunt Hunter Jobs King Knight Lake Lane Law Little Long Lord Love Major Marsh Mason May Miles
    Mills Moon Moore North Page Park Parks Price Pence Rice Rich Rose Rush Sharp Short Small Smart Snow Speaker Spring
    Stone Street Strong Swift Waters Wells West White Wise Wolf Wood Woods Young Das Lee Gore
    """
)
"""Names that are also words; at the start of a sentence their capital proves nothing."""

# The names that replace others: common ones, without a world-famous bearer, with a plain possessive (none ends in s).
FAMILY_NAMES: tuple[str, ...] = tuple(
    """
    Whitfield Hartley Pemberton Lindqvist Brannigan Castellano Thornbury Delacroix Ashworth Kowalczyk Merriweather
    Holloway Vandermeer Fairbairn Oakley Ravenscroft Underhill Eastwick Ingleby Ellsworth Abernathy Calloway Dunmore
    Farnham Gilmour Hargrove Ibarra Jorgensen Kirkland Lockhart Montague Northcott Ormond Prescott Quimby Rutledge
    Sinclair Tolliver Upton Varga Wetherby Yardley Zimmer Bancroft Covington Drummond Everhart Fitzroy Greenwood
    Huxtable Kessler Langford Mulgrew
    """.split()
)

TITLES = word_set(
    """
    Mr Mrs Ms Miss Dr Prof Sir Dame Madam Hon Rev Gen Lt Col Capt Sgt Maj Cmdr Sen Rep Gov Judge Justice Justices
    Judges President Presidents Senator Senators Congressman Congresswoman Representative Governor Mayor Minister
    Ministers Premier Chancellor Secretary Speaker Ambassador Attorney General Commissioner Director Chairman
    Chairwoman Chair Chief Commander Captain Colonel Lieutenant Major Sergeant Admiral Detective Inspector Officer
    Agent Sheriff Deputy Coroner Professor Doctor Reverend Bishop Archbishop Cardinal Councilmember Councillor
    Councilman Councilwoman Spokesman Spokeswoman Spokesperson CEO CFO Administrator Supervisor Treasurer Surgeon
    Journalist Author Reporter Editor Columnist Activist Coach Candidate Nominee President-elect Vice-President
    Director-General Republican Democrat Democratic Conservative Labour Independent Former Ex Acting Assistant
    Associate Vice Prime Late State Staff
    """
)
"""Capitalised words that may stand before a person's name without being part of it."""

SURE_TITLES = word_set(
    """
    Mr Mrs Ms Miss Dr Prof Sir Dame President Senator Sen Rep Gov Governor Congressman Congresswoman Mayor Minister
    Chancellor Judge Commissioner Chairman Chairwoman Ambassador Captain Colonel Lieutenant Sergeant Detective
    Inspector Sheriff Coroner Professor Councilmember Councillor Councilman Councilwoman Spokesman Spokeswoman
    Spokesperson Premier Gen Lt Col Capt Sgt Maj Rev President-elect
    """
)
"""Titles that by themselves prove that a person follows."""

ROLES = word_set(
    """
    president minister senator governor mayor spokesman spokeswoman spokesperson professor reporter author journalist
    actor actress singer lawyer attorney activist candidate researcher scientist epidemiologist virologist economist
    director chairman chairwoman lawmaker officer agent doctor judge president-elect
    """
)
"""Offices and trades in small letters; two capitalised words behind one are a person."""

TITLE_GENDER: dict[str, str] = {
    **dict.fromkeys("Mr Sir Congressman Chairman Spokesman Councilman Lord".split(), "male"),
    **dict.fromkeys("Mrs Ms Miss Dame Madam Congresswoman Chairwoman Spokeswoman Councilwoman Lady".split(), "female"),
}

PUBLIC_FIGURES: dict[str, str] = {
    surname: first
    for first, surname in (
        pair.split("/")
        for pair in """
        Donald/Trump Joe/Biden Barack/Obama Hillary/Clinton Nancy/Pelosi Mike/Pence Vladimir/Putin Angela/Merkel
        Emmanuel/Macron Narendra/Modi Muhammadu/Buhari Uhuru/Kenyatta Benjamin/Netanyahu Volodymyr/Zelensky
        Volodymyr/Zelenskyy Jair/Bolsonaro Anthony/Fauci Ron/DeSantis Justin/Trudeau Recep/Erdogan Nicola/Sturgeon
        Alex/Salmond Mitch/McConnell Brett/Kavanaugh Chuck/Schumer Ronald/Reagan Richard/Nixon Dwight/Eisenhower
        Winston/Churchill Margaret/Thatcher Nelson/Mandela Albert/Einstein Charles/Darwin William/Shakespeare Elon/Musk
        Jeff/Bezos Mark/Zuckerberg Joseph/Stalin Adolf/Hitler Mamata/Banerjee Rahul/Gandhi Kamala/Harris Rudy/Giuliani
        Bernie/Sanders Mitt/Romney Boris/Yeltsin Bashar/Assad Jacinda/Ardern Rishi/Sunak Keir/Starmer Viktor/Orban
        Cyril/Ramaphosa William/Ruto Bola/Tinubu Imran/Khan Theresa/May Isaac/Newton Napoleon/Bonaparte
        """.split()
    )
    if surname not in ("May", "Gandhi", "Khan")
}
"""Family names that stand alone and are understood, with the first name of whom they mean."""
