import { wordSet } from "./word-set.ts";

/*
 * Common given names of many languages, with the short forms people are called by. Names that are ordinary words as well
 * (Rose, Will) are here too: at the start of a sentence they need more than this list.
 */
const FEMALE = wordSet(`
Abigail Asia Aspen Brooklyn Carolina Chelsea Dakota Geneva India Lorraine Madison Paris Savannah Sienna Sydney Vienna Adelaide Alexandria Ada Adela Adelaide Adele Agatha Agnes Aisha Alana Alexandra Alexandria Alice Alicia Alison Alma Amanda Amara Amber
Amelia Amina Amy Ana Anastasia Andrea Angela Angelica Angelina Anika Anita Ann Anna Annabel Annabelle Anne Annette Annie
Antonia Anya April Arabella Ariadne Ariel Astrid Athena Audrey Augusta Aurora Ava Aya Ayesha Barbara Bea Beatrice Beatrix
Becca Becky Belinda Bella Belle Bernadette Bertha Bess Bessie Beth Bethany Betsy Betty Beverly Bianca Blanche Bonnie Brenda
Briana Bridget Brigid Brigitte Brooke Caitlin Camila Camilla Camille Candace Cara Carla Carmen Carol Carolina Caroline Carolyn
Carrie Cassandra Cassie Catalina Catherine Cathy Cecilia Cecily Celeste Celia Charity Charlotte Chelsea Cheryl Chiara Chloe
Christa Christina Christine Cindy Claire Clara Clarissa Claudia Clementine Cleo Colette Constance Cora Cordelia Corinne Cynthia
Daisy Dana Daniela Danielle Daphne Deborah Deirdre Delia Delilah Della Denise Diana Diane Dinah Dolores Dora Doris Dorothea
Dorothy Dot Edith Edna Effie Eileen Elaine Eleanor Elena Eleni Elfrida Elise Eliza Elizabeth Ella Ellen Ellie Eloise Elsa Elsie
Elspeth Elvira Emilia Emily Emma Erica Erin Ernestine Esme Esmeralda Estella Estelle Esther Ethel Etta Eugenia Eunice Eva
Evangeline Eve Evelyn Faith Fanny Fatima Faye Felicia Felicity Fern Fiona Flora Florence Fran Frances Francesca Freda Freya
Frieda Gabriela Gabriella Gabrielle Gemma Genevieve Georgia Georgiana Georgina Geraldine Gertrude Gianna Gillian Gina Ginevra
Ginny Giulia Gladys Gloria Grace Greta Gretchen Gretel Guadalupe Guinevere Gwen Gwendolen Gwendolyn Hana Hanna Hannah Harriet
Hattie Hazel Heather Heidi Helen Helena Helga Henrietta Hermione Hester Hilary Hilda Holly Honor Hope Ida Imogen Inés Ines
Ingrid Irene Iris Irina Iris Isabel Isabella Isadora Isobel Isolde Ivy Jacqueline Jamila Jane Janet Janice Jasmine Jean Jeanne
Jemima Jen Jenna Jennifer Jenny Jessica Jessie Jill Joan Joanna Jocelyn Josephine Josie Joy Joyce Juanita Judith Judy Julia
Juliana Julie Juliet Juliette June Justine Kaori Karen Karin Kate Katharine Katherine Kathleen Kathryn Katie Katrina Katya Kay
Keiko Kelly Kendra Kim Kimberly Kirsten Kitty Lara Larissa Laura Laurel Lauren Lavinia Layla Lea Leah Leila Lena Leona Leonora
Leslie Leticia Lettice Letty Lila Lilian Lilith Lillian Lily Lina Linda Lisa Lise Liv Livia Liz Liza Lizzie Lizzy Lois Lola
Lorena Lorna Lorraine Lottie Louisa Louise Lucia Lucille Lucinda Lucretia Lucy Ludmila Luisa Luna Lydia Lyra Mabel Maddie
Madeleine Madeline Madge Mae Maeve Magda Magdalena Maggie Maisie Malia Mamie Marcia Margaret Margarita Margery Margot Marguerite
Maria Mariah Mariam Marian Mariana Marianne Marie Mariella Marigold Marilla Marilyn Marina Marion Marisol Marjorie Marlene
Marta Martha Martina Mary Maryam Matilda Maud Maude Maureen Mavis May Maya Meg Megan Mei Melanie Melinda Melissa Mercedes
Mercy Meredith Mia Michelle Mildred Millicent Millie Milly Mimi Mina Minerva Minna Minnie Mira Miranda Miriam Moira Molly
Mona Monica Morag Morgana Muriel Myra Myrtle Nadia Nadine Nan Nancy Naomi Natalia Natalie Natasha Nell Nellie Nelly Nessa
Nettie Nia Nicola Nicole Nina Noor Nora Noreen Norma Octavia Odette Olga Olive Olivia Olwen Ophelia Ottilie Paloma Pamela
Pandora Patience Patricia Patsy Paula Pauline Pearl Peggy Penelope Penny Perdita Persephone Petra Petunia Philippa Philomena
Phoebe Phyllis Pilar Polly Portia Priscilla Prudence Priya Quinn Rachel Ramona Rebecca Regina Renata Renee Rhea Rhiannon Rhoda
Rhonda Rita Roberta Robin Rosa Rosalie Rosalind Rosamond Rosamund Rosanna Rose Roseanne Rosemary Rosie Roxana Roxanne Rowena Ruby Ruth
Sabine Sabrina Sadie Sakura Sally Salma Samantha Sandra Sara Sarah Saoirse Sasha Saskia Scarlett Selena Selina Seraphina Shannon
Sharon Sheila Shirley Sibyl Sidonie Sierra Sigrid Silvia Simone Siobhan Sofia Sonia Sonya Sophia Sophie Stacy Stella Stephanie
Sue Susan Susanna Susannah Susie Suzanne Sybil Sylvia Tabitha Talia Tamara Tamsin Tania Tanya Tara Tatiana Teresa Tess Tessa
Thea Thelma Theodora Theresa Thomasina Tilda Tilly Tina Tracy Trudy Una Ursula Valentina Valeria Valerie Vanessa Vera Verity
Verna Veronica Vicky Victoria Viola Violet Violetta Virginia Vivian Vivien Wanda Wendy Wilhelmina Willa Wilma Winifred Winnie
Xanthe Ximena Yara Yasmin Yolanda Yuki Yvette Yvonne Zara Zelda Zoe Zofia Zora Zuleika`);

const MALE = wordSet(`
Aaron Austin Camden Carlisle Chester Cleveland Dakota Dallas Denver Houston Israel Jackson Jordan Kent Lincoln Lorne Orlando Phoenix Rio Troy Abdul Abdullah Abe Abel Abner Abraham Achilles Adam Adrian Ahmed Akira Alan Alaric Alasdair Albert Alec Aldous Alejandro
Alessandro Alex Alexander Alexei Alfie Alfonso Alfred Algernon Ali Alistair Allan Allen Aloysius Alphonse Ambrose Amir Amos Anders
Andre André Andreas Andrei Andres Andrew Andy Angelo Angus Ansel Anselm Anthony Antoine Anton Antonio Archibald Archie Aristide Arjun
Armand Arne Arnold Arthur Artie Arturo Asa Asher Ashok Atticus Augustine Augustus Aurelio Axel Baldwin Baptiste Barnabas Barnaby Barney Barry
Bart Bartholomew Basil Beau Ben Benedict Benito Benjamin Benny Bernard Bernardo Bert Bertie Bertram Bill Billy Björn Bob Bobby
Boris Boyd Brad Bradley Bram Brandon Brendan Brent Brett Brian Bruce Bruno Bryan Byron Caleb Calvin Cameron Carl Carlo Carlos
Cassius Cecil Cedric Cesar Chad Charles Charley Charlie Chester Chris Christian Christopher Chuck Clarence Clark Claude Claudius
Clement Cliff Clifford Clint Clive Clyde Cody Colin Connor Conrad Constantine Cornelius Craig Curtis Cuthbert Cyril Cyrus Daisuke Dale Dan Daniel
Danny Dante Darius Darren Dave David Davy Dean Declan Demetrius Denis Dennis Derek Desmond Dexter Dick Diego Dieter Dirk Dmitri
Dominic Don Donald Donovan Dorian Doug Douglas Duncan Dustin Dwight Dylan Earl Ebenezer Ed Eddie Edgar Edmond Edmund Eduardo Edward Edwin
Egbert Eli Elias Elijah Elliot Elliott Ellis Elmer Emanuel Emile Emilio Emmanuel Emmett Enrico Enrique Enzo Ephraim Eric Erik Ernest
Ernesto Esteban Ethan Étienne Eugene Eustace Evan Everett Ezekiel Ezra Fabian Farid Federico Felipe Felix Ferdinand Fergus Fernando Finn
Fitzwilliam Florian Floyd Francesco Francis Francisco François Frank Franklin Franz Fred Freddie Freddy Frederic Frederick Friedrich Fritz Gabriel
Gareth Garrett Gary Gaspard Gaston Gavin Gene Geoffrey George Gerald Gerard Gideon Gilbert Giles Giovanni Giuseppe Glen Glenn
Godfrey Gordon Graham Grant Greg Gregor Gregory Grigori Guido Guillaume Guillermo Gunnar Günther Gus Gustav Guy Hakim Hal Hamish Hamza Hans
Hank Harold Haroun Harris Harrison Harry Harvey Hassan Hector Heinrich Helmut Henri Henrik Henry Herbert Herman Hermann Hiram
Hiroshi Homer Horace Horatio Howard Hubert Hugh Hugo Humphrey Hussein Ian Ibrahim Ichabod Ignatius Igor Ike Imran Isaac Isaiah Ishmael Ismail
Israel Ivan Ivor Jabez Jack Jackson Jacob Jacques Jaime Jake Jamal James Jamie Jan Jared Jarvis Jason Jasper Javier Jay Jed Jeff
Jefferson Jeffrey Jem Jens Jeremiah Jeremy Jerome Jerry Jesse Jim Jimmy Jin Joachim João Job Joe Joel Joey Johan Johann
Johannes John Johnny Jon Jonah Jonas Jonathan Jorge José Joseph Josh Joshua Josiah Juan Jude Jules Julian Julio Julius
Jürgen Justin Kai Karim Karl Kaspar Keith Ken Kenji Kenneth Kevin Khalid Kit Klaus Konrad Konstantin Kurt Kyle Lachlan Lance Lars
Laurence Laurie Lawrence Lazarus Leander Lee Leif Leo Leon Leonard Leonardo Leopold Leroy Levi Lewis Liam Linus Lionel Llewellyn
Lloyd Logan Lorenzo Lorenz Louis Luc Luca Lucas Lucian Lucien Lucius Ludovic Ludwig Luigi Luis Luka Luke Luther Magnus Malachi Malcolm
Manfred Manuel Marc Marcel Marcello Marco Marcus Mario Marius Mark Marlon Marmaduke Martin Marty Marvin Mateo Mathias Matt
Matteo Matthew Matthias Maurice Max Maxim Maximilian Maxwell Mehmet Merlin Micah Michael Michel Miguel Mihail Mike Mikhail Miles Milo
Milton Mitch Mohamed Mohammed Montague Mordecai Morris Mortimer Moses Mustafa Nat Nate Nathan Nathaniel Ned Neil Nelson Nicholas Nick
Nicolai Nicolas Niels Nigel Nikolai Noah Noel Norman Octavius Olaf Oliver Omar Orlando Orson Oscar Osman Oswald Otis Otto Owen
Pablo Paolo Pascal Pat Patrick Paul Pavel Pedro Percival Percy Peregrine Perry Pete Peter Phil Philip Philippe Phillip Phineas Pierre
Pietro Pip Piotr Quentin Quincy Rafael Rafe Raj Rajesh Ralph Ramón Ramon Randolph Randy Raoul Rashid Ravi Ray Raymond Reginald Reggie Rémy
Renard Renfield Reuben Rex Rhys Ricardo Richard Rick Ricky Rob Robert Roberto Robbie Roderick Rodney Rodolfo Rodrigo Roger Roland Rolf Roman
Romeo Ron Ronald Ronnie Rory Ross Roy Rudolf Rudolph Rufus Rupert Russell Rusty Ryan Said Salim Sam Samir Sammy Samson Samuel
Sandy Sanjay Santiago Sasha Saul Scott Sean Sebastian Septimus Serge Sergei Seth Seymour Shane Shaun Sherlock Sid Sidney Siegfried Sigmund
Silas Silvio Simon Sinbad Solomon Spencer Stan Stanislav Stanley Stefan Stephen Steve Steven Stewart Stuart Sven Sydney Sylvester Takeshi
Tariq Ted Teddy Terence Terry Thaddeus Theo Theobald Theodore Thomas Thorin Tim Timothy Titus Tobias Toby Todd Tom Tomás Tommy Tony Travis
Trevor Tristan Tyler Ulrich Ulysses Uriah Valentin Valentine Vernon Vic Victor Vikram Viktor Vincent Vincenzo Virgil Vito
Vittorio Vladimir Wallace Walt Walter Warren Wayne Wesley Wilbur Wilfred Wilhelm Will Willem William Willie Willy Winston Wolfgang Xavier
Yosef Yuri Yusuf Yves Zachary Zeke Zedekiah`);

export type Gender = "female" | "male";

/** Whether a word, as it is written in the middle of a sentence, is a known given name. */
export function isGivenName(word: string): boolean {
  if (FEMALE.has(word) || MALE.has(word) || formalNames.has(word)) return true;
  return word.includes("-") && word.split("-").some(isGivenName); // Jean-Luc
}

/** `null`: unknown, or a name of both. */
export function findGenderOfGivenName(word: string): Gender | null {
  if (FEMALE.has(word) === MALE.has(word)) return null;
  return FEMALE.has(word) ? "female" : "male";
}

// Each line: one name and what its bearer is also called. Jack and John, Harry and Henry are as often two people: those are
// taken for one only where the surname is the same as well.
const SHORT_FORMS = `
Abigail: Abby Gail
Abraham: Abe Bram
Adelaide: Addie
Alexander: Alex Alec Sandy Sasha
Alfred: Alfie
Andrew: Andy
Anthony: Tony
Archibald: Archie
Arthur: Art Artie
Barbara: Babs
Beatrice: Bea Trix
Benjamin: Ben Benny
Bertram: Bertie
Catherine: Kitty Cathy Cath Kate Cat
Charles: Charlie Charley Chuck
Charlotte: Lottie
Christina: Chrissie Tina
Christopher: Chris Kit
Cornelia: Nelly
Daniel: Dan Danny
David: Dave Davy
Dorothy: Dot Dolly Dottie
Edmund: Ned Ed
Edward: Ned Ted Teddy Ed Eddie
Edwin: Ed Ned
Eleanor: Nell Ellie Nora
Elizabeth: Lizzy Lizzie Liz Eliza Betsy Betty Bess Bessie Beth Libby
Emily: Em Emmy
Ezekiel: Zeke
Frances: Fanny Fran
Francis: Frank
Franklin: Frank
Frederick: Fred Freddy Freddie
George: Georgie
Georgiana: Georgie
Gregory: Greg
Gwendolyn: Gwen
Harriet: Hattie
Helen: Nell Nellie
Henrietta: Hetty Etta
Henry: Harry Hal Hank
Isabella: Bella
Jacob: Jake
James: Jim Jimmy Jem Jamie
Jane: Janey Jenny
Jennifer: Jen Jenny
Jeremiah: Jerry
Jessica: Jess Jessie
John: Jack Johnny
Jonathan: Jon Johnny
Joseph: Joe Joey
Josephine: Jo Josie
Joshua: Josh
Katherine: Kate Katie Kathy Kitty Kit Kat
Katharine: Kate Katie Kitty
Lawrence: Larry Laurie
Leonard: Leo Len Lenny
Lillian: Lily
Lucille: Lucy
Madeleine: Maddie Maddy
Margaret: Meg Maggie Peggy Madge Daisy Greta Margie
Martha: Marty Patty
Mary: Molly Polly
Matilda: Tilly Tilda
Matthew: Matt
Michael: Mike Mick Mickey
Millicent: Millie Milly
Nathaniel: Nat Nate
Nicholas: Nick
Oliver: Ollie
Patricia: Pat Patsy
Patrick: Pat Paddy
Penelope: Penny
Peter: Pete
Philip: Phil Pip
Priscilla: Cilla
Prudence: Prue
Rebecca: Becky Becca
Reginald: Reggie
Richard: Dick Rick Ricky Dickie
Robert: Bob Bobby Rob Robbie Robin
Roderick: Rory
Ronald: Ron Ronnie
Rosemary: Rosie
Samantha: Sam
Samuel: Sam Sammy
Sarah: Sally Sadie
Sebastian: Seb Bastian
Solomon: Sol
Sophia: Sophy Sophie
Stanley: Stan
Stephen: Steve
Susan: Sue Susie Suzy Susy
Tabitha: Tabby
Tamara: Tam
Thaddeus: Thad Tad
Theodore: Ted Teddy Theo
Theresa: Tess Terry
Teresa: Tess Tessa
Thomas: Tom Tommy
Timothy: Tim Timmy
Victoria: Vicky Tori
Vincent: Vince Vinny
Walter: Walt Wally
Wilhelmina: Mina Billie Minna
William: Will Bill Billy Willie Willy Liam
Winifred: Winnie Freda
Zachary: Zach Zack`;

const OFTEN_ANOTHER = wordSet(
  "Jack Harry Hal Kit Pip Liam Robin Polly Daisy Nora Jenny Minna Tina Mary Frank Lily Lucy Dolly Cat Freda Rory",
);

const formalNames = new Map<string, Set<string>>();
for (const line of SHORT_FORMS.trim().split("\n")) {
  const [formal = "", short = ""] = line.split(":");
  for (const name of short.trim().split(" ")) {
    formalNames.set(name, (formalNames.get(name) ?? new Set()).add(formal));
  }
}

/** Whether one of the two can be a short form of the other, or both of a third. */
export function canBeSameGivenName(one: string, other: string): boolean {
  if (one === other) return true;
  const formalOfOne = formalNames.get(one);
  const formalOfOther = formalNames.get(other);
  if (formalOfOne?.has(other) || formalOfOther?.has(one)) return true;
  if (formalOfOne === undefined || formalOfOther === undefined) return false;
  return [...formalOfOne].some((formal) => formalOfOther.has(formal));
}

/** Whether a short form is so common that the formal name beside it may belong to somebody else. */
export function isOftenAnotherPerson(shortForm: string): boolean {
  return OFTEN_ANOTHER.has(shortForm);
}
