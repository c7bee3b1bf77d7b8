import { wordSet } from "./word-set.ts";

/** Well-known places of one word, or the words of which their names are made. Some are people's names as well. */
const PLACES = wordSet(`
Aberdeen Abyssinia Acapulco Adelaide Afghanistan Africa Alabama Alaska Albania Alberta Alexandria Algeria Algiers Alps Alsace Amazon America
Amsterdam Andes Angola Ankara Antarctica Antwerp Appalachia Arabia Arcadia Argentina Arizona Arkansas Armenia Asia Assyria Athens Atlanta Atlantic
Atlantis Auckland Austin Australia Austria Avignon Babylon Baghdad Balaclava Bali Balkans Baltic Baltimore Bangkok Bangladesh Barbados Barcelona Basel
Bath Bavaria Bedfordshire Beijing Beirut Belfast Belgium Belgrade Bengal Berkshire Berlin Bermuda Bethlehem Birmingham Bohemia Bolivia Bologna Bombay
Bordeaux Bosnia Boston Bournemouth Bradford Brazil Bremen Brighton Bristol Britain Brittany Broadway Brooklyn Brussels Bucharest Budapest Buckinghamshire
Buffalo Bulgaria Burgundy Burma Byzantium Cheyenne Wessex Cadiz Cairo Calais Calcutta Caledonia California Cambodia Cambridge Cambridgeshire Canada Canterbury Canton Cape
Caracas Cardiff Caribbean Carlisle Carolina Carpathians Carthage Casablanca Caucasus Ceylon Charleston Charlotte Chelsea Cheltenham Cheshire Chester
Chicago Chile China Chinatown Cincinnati Cleveland Cologne Colombia Colorado Connecticut Constantinople Copenhagen Cork Cornwall Corsica Coventry Crete
Crimea Croatia Cuba Cumberland Cumbria Cyprus Dakar Dakota Dallas Damascus Danube Dartmoor Deadwood Delaware Delhi Denmark Denver Derby Derbyshire
Detroit Devon Devonshire Dijon Dorset Dorsetshire Dover Dresden Dubai Dublin Dundee Dunkirk Durham Earth Ecuador Eden Edinburgh Egypt England Essex
Estonia Ethiopia Eton Eurasia Europe Everest Exeter Fiji Finland Flanders Florence Florida France Galilee Galway Geneva Genoa Georgia Germany Ghana
Gibraltar Glasgow Gloucester Gloucestershire Granada Greece Greenland Greenwich Guatemala Guernsey Guiana Guinea Haiti Halifax Hamburg Hampshire
Hampstead Hanover Harlem Harvard Hastings Havana Havre Hawaii Hebrides Hell Hereford Herefordshire Hertfordshire Himalayas Hiroshima Holland
Hollywood Holborn Honduras Honolulu Houston Hungary Huntingdonshire Iceland Idaho Illinois India Indiana Indies Indonesia Inverness Iowa Iran Iraq Ireland
Islington Israel Istanbul Italy Jacksonville Jakarta Jamaica Japan Java Jericho Jersey Jerusalem Johannesburg Jordan Judea Jupiter Kabul Kansas Karachi
Kathmandu Kensington Kent Kentucky Kenya Khartoum Kiev Korea Kyoto Lahore Lambeth Lancashire Lancaster Lapland Lebanon Leeds Leicester Leicestershire
Leipzig Lima Limehouse Lincoln Lincolnshire Lisbon Liverpool Lombardy London Londonderry Lorraine Louisiana Louisville Lucknow Luxembourg Lyons
Macedonia Madagascar Madison Madras Madrid Maine Malaysia Malta Manchester Manchuria Mandalay Manhattan Manila Margate Mars Marseilles Maryland
Massachusetts Mayfair Mecca Mediterranean Melbourne Memphis Mercury Mesopotamia Mexico Miami Michigan Middlesex Midlands Milan Milwaukee Minneapolis
Minnesota Mississippi Missouri Mongolia Monmouthshire Montana Montenegro Montgomery Montreal Morocco Moscow Mozambique Mumbai Munich Nagasaki Nairobi Nantucket Naples
Nashville Nebraska Nepal Neptune Netherlands Nevada Newcastle Newfoundland Newgate Newport Nice Nicaragua Nigeria Nile Norfolk Normandy Northampton
Northamptonshire Northumberland Norway Norwich Nottingham Nottinghamshire Oahu Odessa Ohio Oklahoma Olympus Omaha Ontario Oregon Orleans Osaka Oslo Ostend
Ottawa Oxford Oxfordshire Pacific Padua Pakistan Palermo Palestine Panama Paraguay Paris Parma Peking Pennsylvania Perth Peru Petersburg Philadelphia Philippines Phoenix
Piccadilly Piedmont Pimlico Pisa Pittsburgh Plymouth Poland Polynesia Portsmouth Portugal Prague Pretoria Princeton Provence Prussia Pyrenees Quebec
Ramsgate Ravenna Reykjavik Rhine Rhodes Rhodesia Richmond Rio Rochester Romania Rome Rotterdam Rouen Roumania Russia Rutland Sacramento Sahara Salem Salisbury Salzburg
Samarkand Sarajevo Sardinia Saskatchewan Saturn Savannah Savoy Saxony Scandinavia Scarborough Scotland Seattle Seoul Serbia Seville Shanghai Sheffield Shetland Shropshire
Siberia Sicily Silesia Singapore Smyrna Soho Somalia Somerset Somersetshire Southampton Southwark Spain Sparta Staffordshire Stockholm Strand Strasbourg
Sudan Suez Suffolk Sumatra Surrey Sussex Sweden Switzerland Sydney Syria Tahiti Taiwan Tangier Tanzania Tasmania Tehran Tennessee Texas
Thailand Thames Tibet Tokyo Toledo Toronto Toulon Toulouse Transylvania Trafalgar Trieste Tripoli Troy Tucson Tulsa Tunis Turin Turkey Tuscany Uganda Ukraine Uranus
Utah Utrecht Valencia Vancouver Vauxhall Venezuela Venice Venus Verdun Vermont Verona Versailles Victoria Vienna Vietnam Virginia Volga Wales Wapping Warsaw Warwick
Warwickshire Washington Waterloo Wellington Westminster Westmoreland Whitby Whitechapel Whitehall Wiltshire Winchester Windsor Wisconsin Wimbledon Worcester
Worcestershire Wyoming Yale Yokohama York Yorkshire Yosemite Yukon Zanzibar Zurich
Aalborg Aarhus Abidjan Accra Adygea Agartala Aguascalientes Ahmedabad Aizawl Albuquerque Aleppo Almaty Altai
Amaravati Amman Anaheim Anapolis Anchorage Ancona Andorra Anguilla Aqaba Arlington Aruba Ashdod Ashgabat
Assam Azerbaijan Bahamas Bahia Bahrain Bakersfield Baku Balkaria Bandung Bangalore Baotou Barranquilla Basque
Basrah Belarus Belize Bengaluru Benghazi Benin Bern Bhopal Bhubaneshwar Bhutan Bihar Bogota Bonaire Botswana
Brasilia Bratislava Brazzaville Brisbane Brunei Burgas Bursa Burundi Buryatia Busan Butuan Cagliari Calgary
Camayenne Cameroon Campeche Canberra Cancun Catania Ceara Cebu Changchun Changsha Changzhou Chattogram
Chechnya Chengdu Chengzhong Chennai Cherkessia Chhattisgarh Chiapas Chihuahua Chittagong Chongqing
Christchurch Chuvashia Coahuila Colima Comoros Conakry Constanta Cordoba Craiova Curacao Curitiba Czechia
Dadonghai Daegu Daejeon Dalian Daugavpils Dehradun Dhaka Dispur Djibouti Doha Dongguan Dortmund Duesseldorf
Durango Durban Dushanbe Edmonton Eindhoven Eritrea Faisalabad Fortaleza Foshan Frankfurt Fresno Fujian
Fukuyama Gabon Gambia Gandhinagar Gangtok Gansu Gaza Gdansk Ghent Giza Gothenburg Graz Grenada Guadalajara
Guadeloupe Guam Guanajuato Guangdong Guangzhou Guayaquil Guizhou Gujarat Gujrat Guyana Haifa Hangzhou
Hannover Hanoi Haryana Hefei Helsinki Heraklion Hunan Hyderabad Ibadan Imphal Incheon Indianapolis Indore
Ingushetia Irkutsk Isfahan Islamabad Itanagar Izmir Iztapalapa Jaipur Jalisco Jeddah Jharkhand Jiangxi Jilin
Jinan Kabardino Kaduna Kallakurichi Kalmykia Kampala Kandahar Kano Kanpur Kaohsiung Karachay Karaj Karelia
Karnataka Kaunas Kawaguchi Kedah Kelantan Kerala Khakassia Kharkiv Khulna Kinshasa Kiribati Kirkuk Klaipeda
Kohima Kolkata Komi Kopavogur Kosice Kosovo Kowloon Krakow Kunming Kunshan Kuwait Kyiv Lagos Lanzhou Latvia
Lausanne Lesotho Liberia Libreville Libya Liechtenstein Liege Limassol Linz Lithuania Luanda Ludhiana Lviv
Macao Macau Maharashtra Makassar Malacca Malawi Maldives Mali Malmo Manaus Manipur Manitoba Maracaibo Maracay
Maranhao Maribor Marrakesh Marseille Martinique Mashhad Mauritania Mauritius Mayotte Medan Meghalaya
Michoacan Micronesia Minsk Miskolc Mississauga Mizoram Mogadishu Moldova Montevideo Montpellier Montserrat
Mordovia Morelos Mosul Muscat Myanmar Nagaland Nagano Nagoya Nagpur Namibia Nanchang Nanchong Nanjing Nantes
Nantong Nauru Navan Nayarit Niger Ningbo Niue Novosibirsk Nunavut Oakland Oaxaca Odisha Oman Omsk Oran Ordos
Ossetia Pahang Palau Panaji Parana Patna Patras Penang Perak Pernambuco Pilsen Piraeus Portland Porto Poznan
Prato Puebla Punjab Puyang Pyongyang Qatar Qingdao Qinghai Queensland Queretaro Quezon Quito Rabat Raipur
Rajasthan Rajshahi Ranchi Rangpur Rawalpindi Recife Reims Rennes Riga Riyadh Rwanda Samoa Sanaa Sapporo
Sarawak Selangor Senegal Seychelles Shantou Shenyang Shenzhen Shijiazhuang Shillong Shimla Shiyan Sichuan
Sikkim Sinaloa Skopje Slovakia Slovenia Soweto Stuttgart Surabaya Surat Suriname Suzhou Swaziland Sylhet
Tabasco Tabriz Taian Taichung Tainan Taipei Taiyuan Tallinn Tamaulipas Tampere Tangshan Tartu Tashkent
Tbilisi Tegucigalpa Telangana Thessaloniki Tianjin Tianshui Tilburg Timisoara Tirana Tlaxcala Togo Tokelau
Tomsk Tonga Tripura Trondheim Tunisia Turku Tuva Tuvalu Udmurtia Uruguay Urumqi Uttarakhand Vanuatu Varna
Veracruz Vilnius Vladivostok Volgograd Wexford Wichita Wicklow Windhoek Winnipeg Winterthur Wroclaw Wuhan
Wuxi Wuzhou Xiamen Xian Xinyang Yakutia Yangon Yekaterinburg Yemen Yerevan Yucatan Yunfu Zacatecas Zagreb
Zambia Zhangzhou Zhengzhou Zhongshan Zibo Zimbabwe`);

/** "… Street", "… Hall": what a name ends with where it is a place, a house or an institution. */
const PLACE_ENDINGS = wordSet(`
Abbey Academy Agency Airport Alley Apartments Archipelago Arena Arms Asylum Atoll Avenue Bank Barracks Basin Bay Beach Bend Boulevard Bridge Brigade
Building Buildings Bureau Canal Canyon Cape Castle Cathedral Cave Caves Cemetery Center Centre Chambers Chapel Church Circle Circus City Club Coast
Control Command Base Systems Trust Group Cinema College Colony Common Commons Company Corner Corporation Cottage Council County Court Courthouse Cove Creek Crescent Crossing Dale Dam
Depot Desert Diner District Dock Docks Drive Embankment Empire Estate Exchange Falls Farm Ferry Field Fields Fjord Foundation Forest Forge Fort Fortress Foundry
Gap Garden Gardens Gate Gates Glacier Gorge Grange Green Grove Gulch Gulf Hall Harbor Harbour Haven Landing Block Headquarters Heath Heights High Highway Hill Hills Hollow
Horizon Hospital Hostel Hotel House Inc Industries Inlet Inn Institute Island Islands Isle Isles Junction Keep Kingdom Labs Laboratories Lake Lane
Library Light Lighthouse Limited Line Lodge Ltd Manor Mansion Market Marsh Marshes Meadow Meadows Mews Mill Mills Mine Mines Ministry Moor Moors Mount
Mountain Mountains Motel Museum Observatory Ocean Office Orchard Outpost Palace Parade Parish Park Parkway Pass Path Peak Peninsula Pier Place Plains
Plantation Plaza Point Pond Pool Port Priory Prison Province Quarter Quay Railroad Railway Ranch Range Reach Realm Reef Republic Reserve Reservoir Resort Restaurant
Ridge Rise River Road Rock Rocks Room Row Ruins Saloon Sands School Sea Sector Service Shoals Shore Shores Sound Spire Spires Spring Springs Spur Square Stables Stadium
Station Steps Strait Straits Street Summit Swamp Tavern Temple Terrace Territory Theater Theatre Tower Towers Town Township Trail Tunnel University
Vale Valley Village Villa Wall Ward Wastes Water Waters Way Wells Wharf Wood Woods Works Yard`);

/** Endings that are surnames as well: after a given name they are somebody's. */
const SURNAMES_TOO = wordSet(`
Abbey Alley Banks Bay Beach Bend Bridge Castle Cave Chambers Church Circle Club Coast Corner Council Court Cove Creek Crossing Dale Dam Drive Estate Falls Farm
Field Fields Ford Forest Forge Fort Gap Garden Gates Grange Green Grove Hall Harbor Haven Heath High Hill Hills Hollow House Keep Lake Lane Light Line Lodge Manor Market
Marsh Meadow Meadows Mews Mill Mills Mines Moor Mount Orchard Palace Parish Park Pass Peak Pier Place Point Pond Pool Port Prior Reach Reef Ridge Rise River Rock Row Sands Sound
Spring Spur Square Stables Steps Street Summit Temple Tower Towers Town Trail Vale Villa Wall Ward Water Waters Way Wells Wharf Wood Woods Yard`);
for (const ending of [
  "House",
  "Lodge",
  "Street",
  "Square",
  "Place",
  "Palace",
  "Manor",
  "Estate",
  "Farm",
  "Square",
  "Club",
  "Tower",
  "Harbor",
  "Mews",
  "Villa",
  "Pier",
  "Wharf",
  "Town",
  "Bay",
  "Beach",
  "River",
])
  SURNAMES_TOO.delete(ending);

/** "Mount …", "Fort …": what a place's name begins with. */
const PLACE_BEGINNINGS = wordSet(
  "Operation Project Protocol Unit Deck Lab Level Flight Room Mount Mt Lake Fort Cape Port River New North South East West Upper Lower Nether Isle Camp Castle Villa Rue Via Rio Los Las San Santa Loch Point Bay Planet Camp Sector Station Starbase Hotel Château Chateau County",
);

/** Peoples, creeds and tongues beyond those that end like "Spanish", "Chinese" or "Austrian". */
const PEOPLES = wordSet(`
Afghan Afghans Apache Apaches Arab Arabic Arabs Aztec Aztecs Boer Boers Buddhist Briton Britons Catholic Catholics Celt Celts Celtic Cherokee Chinaman Comanche Comanches
Cossack Cossacks Creole Czech Czechs Danes Dutch Dutchman Englishman Englishmen Englishwoman Finns French Frenchman Frenchmen
Frenchwoman Gaelic Greek Greeks Gypsy Gypsies German Germans Goth Goths Hebrew Hebrews Hindoo Hindoos Hindu Hindus Icelandic Inca Incas Iraqi Irishman Irishmen
Israeli Israelite Israelites Jew Jews Kafir Kafirs Latin Magyar Magyars Maori Mohawk Mohawks Mongol Mongols Moor Moors Moslem Moslems Mussulman Muslim Muslims Navajo Negro
Negroes Norman Normans Norse Norseman Northerner Yankee Yankees Yank Pakistani Pole Poles Protestant Protestants Puritan Puritans Quaker Quakers Roman
Romans Saxon Saxons Scot Scotch Scots Scotchman Scotsman Scottish Scythian Serb Serbs Sioux Slav Slavs Slovak Slovaks Southerner Spaniard Spaniards Swede Swedes
Swiss Szekely Szgany Tartar Tartars Teuton Teutons Texan Texans Thai Tory Tories Turk Turks Viking Vikings Welsh Welshman Whig Whigs Zulu Zulus Martian Martians Methodist Methodists Christian Oriental Orientals Mohammedan Mohammedans Hindustani
Christians Christianity Jesuit Jesuits Franciscan Dominican Benedictine Parisian Londoner Londoners Republican Democrat Democrats Confederate Confederates Communist`);

/** A well-known place, a shire or a land whose name says so. */
export function isKnownPlace(word: string): boolean {
  if (word.includes("-")) return word.split("-").some((part) => PLACES.has(part));
  return PLACES.has(word) || /^[A-Z]\p{L}+(shire|[ik]stan)$/u.test(word);
}

export function isPlaceEnding(word: string): boolean {
  return PLACE_ENDINGS.has(word);
}

/** Also those that are never part of a name here: "Street", "Land". */
export function isPlaceWord(word: string): boolean {
  return PLACE_ENDINGS.has(word) || /^(Street|Road|Avenue|Lane|Land|Day|Age|War|Era)$/.test(word);
}

/** Bodies of people that speak and act as one: "the Army", "the Council". */
const GROUPS = wordSet(
  "Army Navy Guard Guards Marines Militia Council Company Committee Police Court Crown State Church Press Association Assembly Board Senate Family Club Society Union League Party Bureau Order Guild Watch Resistance Rebellion Federation Alliance Corps Legion Force Squad Crew Team Government Ministry Parliament Embassy Academy Department Office Bank Times Personnel Security Control Command Operations Engineering Medical Logistics Intelligence Dispatch Admin Reception Congress Headquarters",
);

export const isGroup = (word: string): boolean => GROUPS.has(word);

/** "Hill", "Woods": after a given name a surname. */
export function isSurnameToo(ending: string): boolean {
  return SURNAMES_TOO.has(ending);
}

export function isPlaceBeginning(word: string): boolean {
  return PLACE_BEGINNINGS.has(word);
}

const PEOPLE_ENDING = new RegExp(
  "^(?:(?:Span|Brit|Engl|Ir|Pol|Turk|Swed|Dan|Finn|Jew|Corn|Elv|Dwarv|Scott|Flem)ish|\\p{L}{2,}[nmtluo]ese|" +
    "(?:Americ|Afric|Mexic|Germ|Itali|Russi|Austri|Australi|Canadi|Indi|Egypti|Norwegi|Hungari|Prussi|Persi|Asi|Arabi|Belgi|" +
    "Brazili|Bulgari|Romani|Roumani|Europe|Corinthi|Bohemi|Bavari|Greci|Syri|Armeni|Veneti|Parisi|Victori|Georgi|Elizabeth|Cub|" +
    "Chile|Peruvi|Colombi|Ukraini|Serbi|Croati|Macedoni|Siberi|Scandinavi|Sicili|Tusc|Neapolit|Anglic|Presbyteri|Babyloni|" +
    "Assyri|Transylvani|Carpathi|Californi|Virgini|Bostoni|Mohammed|Mahomet|Atheni|Troj|Carthagini)ans?)$",
  "u",
);

/** "French", "Viennese", "Norwegians": a people or its language, never somebody's name without strong evidence. */
export function isPeople(word: string): boolean {
  if (PEOPLES.has(word)) return true;
  return PEOPLE_ENDING.test(word);
}
