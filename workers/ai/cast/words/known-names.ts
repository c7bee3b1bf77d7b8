import { wordSet } from "./word-set.ts";

/*
 * Given names and surnames beyond those of `given-names.ts`, in lower case, not told apart. From the 1990 census of the
 * United States (the 7,000 commonest surnames, 3,700 given names), from Faker's lists for 50 locales and compromise's lexicon
 * (their licences: THIRD-PARTY-NOTICES.md), without ordinary English words, titles and well-known places.
 */
const NAMES = wordSet(`
aada aadya aalbers aalerud aaliyah aaltonen aanuoluwapo aaradhya aarav aarón aas aasen aasha aba abacı abadan
abagail abalıoğlu abay abayomi abbas abbey abbi abbie abbos abbosov abbott abby abdallah abdel abdi abdon
abdou abdoul abdoulaye abdulahad abdulahadyev abdulazim abdulazimov abdulaziz abdulazizov abdulboriy
abdulboriyev abdulhafiz abdulhafizov abdulhakim abdulhakimov abdulhay abdulhayov abdulholiq abdulholiqov
abduljabbor abduljabborov abduljalil abduljalilov abdulkarim abdulkarimov abdulla abdullatif abdullatifov
abdullo abdulmalik abdulmalikov abdulqahhor abdulqahhorov abdulqodir abdulqodirov abdulrahman abdulvahhob
abdulvahhobov abdulvali abdulvaliyev abdulvohid abdulvohidov abdurrahiym abdurrahmon abdurrauf abdurrazzoq
abdussamad abebi abegglen abeiku abell abena abeni abercrombie abernathy abeyta abi abibatou abie abigél
abimanyu abimbola abiodun abiola abiona abiputra abisola abisoye abney abodunrin abosede abou aboubacar
abrahamo abrahamsson abram abrams abramson abrego abreu abril abu abubakr abulfazl aby acar acevedo achari
acharya acheampong achille achim acker ackerman ackermann ackley aclan acosta acree acton acuna acuña
adadevoh adair adal adalbert adalberta adalberto adaline adalyn adama adame adames adams adamson adan adanır
adaobi adar adaugo adcock addie addilyn addington addison ade adebankole adebayo adebisi adebiyi adebola
adebowale adeboye adebukola adedaramola adedayo adedeji adedoyin adegbite adegboye adegoke adekitan adekola
adekunle adel adelaida adelajda adelakun adeleke adelene adelia adelin adelina adeline adeliya adell adella
adelle adelusi adelynn adem ademayowa ademiluyi ademola adenike adeniyan adeniyi adeola adeolu adeoluwa
adeoti adepeju aderibigbe aderinsola aderogba aderonke aderopo adesewa adeshina adesina adesiyan adesoji
adesua adetayo adetoke adetoun adewale adewunmi adewura adeyemo adeyi adhikari adhitama adi adiba adiga
adigun adil adin adina adisa aditya adkins adler adolf adolfo adolph adomah adomako adongo adonis adorno
adreanna adria adriaan adriana adriane adrianna adrianne adriano adriansyah adrien adriena adriene adrienne
adrijana adrián adu adunni adusei adutwum advik adwoa adán adél adıvar aebi aebischer aeby afaq afia afirifa
afoakwa afolabi afolarin afolayan afonja afonso afra afruza afton afua afunku afzuna afəl afərim afət agarwal
agata agaton agboola agee aggie agneta agnew agnieszka agostini agosto agripino agrypina aguayo aguiar
aguilar aguilera aguirre agustian agustin agustina agustín agyapong agyare agyei agyemang ahern ahluwalia
ahmad ahmet ahn ahonen ahortor ahrens ahror ahrorov ahuja aicha aida aidan aiden aidə aiello aigars
aigbiniode aigroz aiken aikens aileen aimar aimee aimée aina aino ainsley ainsworth ainārs airlangga aishah
aislinn aislynn aja ajakaiye ajala ajani ajao ajayi ajda ajewole ajita ajla ajoke akal akalın akan akande
akanmu akanni akar akay akaydın akbaba akbay akbulut akcan akdağ akdemir akel akerele akers akgöz akgül akgün
akhtar akif akifa akiko akinkunmi akinlabi akinrinola akintade akinwale akkan akkaya akkaş akkor akkoyun
akkoyunlu akkoç akkurt akmal akmalov akman akofa akorfa akos akosua akoto akowua akpınar akram akramov
aksakal aksel aksoy aksungur aktan aktay aktaş akua akumaa akunna akvelīna akwasi akwesi akyeamfuɔ akyeampong
akyel akyena akyürek akyüz akyıldız akçal akçalı akçay akın akıncı akışık akşit alaba alabi aladdin alade
alain alaina alamsyah alamu alanis alaniz alanna alannah alanoud alarcon alarcón alassane alastair alayah
alayna alba alban albers alberte albertha albertina albertine albertino alberto alberts albertson albertyn
albertīne albin albina albrecht albright albritton albu albuquerque alcala alcantar alcantara alcaraz
alcestiso alcibiade alcide alcorn alcántar alda aldea alden alderman alderson aldo aldrich aldridge alea
alecia aleisha alejandra alejandrina aleksandar aleksander aleksandr aleksandra aleksandro aleksei aleksejev
aleksi alekso aleksy aleman alemka alemán alena alene alenka alesha alesia alessandra alessia alessio aleta
aletha alethea alethia alev alexa alexandre alexandrea alexandrescu alexandros alexandru alexe alexia alexis
aleyna alf alfaro alfons alfonsino alfonzo alford alfreda alfredo alfrēds alger alia alica alicea alicja
alico alida aligbe alima alina aline aliou alioune alisa alise alisha alisher alisherov alissa alix aliya
aliyah aliyev aliza aljaž alka alkan alkaya alksnis allard allegra allene alleyne allgood allie allison
allman allred allyson almanza almaraz almeda almeida almond almonte alnıaçık aloba alois alonso alonzo aloīzs
alparslan alpha alphonso alpman alpuğan alston alsu alta altagracia altamirano altan altha althea altman
alton altun altuntaş altınay altınbaş altınel altınok altıntaş altınışık altıok alva alvarado alvarez alvaro
alves alvin alvina alvīne alwar aly alya alyanak alyce alycia alysa alysha alysia alyson alyssa alícia alíz
alıcı ama amabela amada amado amador amadou amady amaechi amahle amaia amaira amalia amalie amalija amalio
amar amaral amaro amath amato amaya ambra ambriz ambroży amdy amelie amelija amerson ames ameth ami amie
amilia amin aminat aminata amine aminu amira amit amita amla ammann ammanuel ammar ammons amo amoa amoako
amoasi amoke amope amorim ampadu amparo ampofo amponsah amrein amrit amundsen amundson amélia amélie amîr
amālija anabel anabela anamaria anamarija anar anas anasov anastacia anastasija anastazija anastazio
anastazja anatol anatoli anatolie anatoliy anatoly anaya anaïs anci ancica anda andel andelin andelko andelo
andersen anderson andersons andersson anderton andi andjela andorful andov andra andrade andras andraž
andreassen andreasson andree andrej andreja andrejev andreo andresen andrews andrey andria andrija andrina
andris andro andrus andrzej andrás andrés andżelika andžejs andžs ane anele anesa aneta anette angelia
angelika angeline angelino angelique angelita angell angella angelov angelova anggriawan anghel angie anglea
anglin anguiano angulo anh ani anibal anica anisa anissa anitra anja anjanette anjelica anjolaoluwa anjos
anka anko ankra annabella annalisa annamaria annamarie anneli annelie annemarie annett annetta anni annika
annikki annis annmarie anno anohito anokye anora anouk anrijs ansa ansari ansgary anson antal antea antek
antero antigone antione antionette antoinette antone antonella antonette antoni antonie antonija antonin
antonina antono antony antti anttila antun antunes antwan antwi antónio antônio anuška anvar anvaryev anwar
anči ančica anđela anđelika anđelina anĝelo anšlavs anže aoi aparicio apodaca apollinary apollo aponte
apostol appel appia appiah appleby applegate appleton applewhite aputsiaq aqil aquino ara araceli aracely
aragon aragón aram arame arana aranda ararat aras arata araujo araya araña araújo arbogast arce arcelia
arceneaux archuleta ard arda ardana ardelean ardeleanu ardella arden ardianto ardis ardith ardoin aregger
arellano aremu arena arenas aretha arevalo arguello argueta ari aria ariadna arian ariana ariane arianna
arianne arias arielle arifin arijit arike ariki arinola aris arjen arkadiusz arkady arkādijs arleen arlen
arlena arlene arlette arlie arline armaan armando armas armbruster armendariz armendáriz armenta armida
armijo armin armstead armstrong armīns arnaud arnav arndt arnesen arnett arnetta arno arnoldo arnulfo aroha
aron arona aronson arora arpita arredondo arreola arriaga arrington arriola arron arrowood arroyo arruda
arsenault arseniusz arslan arslanoğlu arslon arslonov arteaga artem artemisa artis artur artūrs arun
arunthavanathan arvid arvidsson arvīds arya aryal aryan arystarch arîn arājs arıcan arık arıkan arığ asad
asadov asadulloh asadullohyev asahi asake asal asamoa asamoah asan asante asare asbury asenso asha ashanti
ashburn ashby ashcraft ashe ashely ashford ashlee ashleigh ashley ashli ashlie ashlyn ashmi ashmore ashraqat
ashton ashworth asiama asiedu asija asil asila asilbek asilbekov asiya asja askew aslan aslanoğlu asliya
asmita asolat aspers assil assunção asta aston astou astrīda asuncion aswandi asya ata ataahua atakan atakol
atalık atan atanasov atanazy atanda atasever atay atchison atchley atencio ateş atherton atik atinuke atkins
atkinson atlı atmaja atta attila atwell atwood atıcı atılgan aubert aubrey aubry aucamp aucoin audra audri
audry auger august augustin augustina augusto auld ault aura aurea aurel aurelia aurélie aurēlija austeja
autrey autry auziņš avalos avan avant avaz avazyev avcı avcıoğlu avdal avelar avelina averill avery avi
avigail avila aviles avilés avis avram avsec awa awar awaz awero awesi awilda awodiran awolowo awuah axelle
axelsson ayaan ayala ayan ayana ayanda ayandokun ayanna ayaydın ayaz aybar aycan aycock aydan aydemir ayden
aydin aydoğdu aydın ayebatari ayers aygun aygül aygün ayhan ayinde ayinke ayisat ayize aykan aykaç aykhan
aykurt ayla aylin ayman aymonier ayn aynur ayobami ayodeji ayodele ayoka ayomide ayomikun ayoola ayotude
ayres ayse aysel aytaç aytek aytekin aytən ayverdi azad azamat azamatov azevedo aziz aziza azizov azra
azubuike azuna azîme açar açıkalın açıkgöz aïcha aïda aïdara aïssa aïssata aïssatou ağa ağaoğlu ağca ağırbaş
aīda aļģirds aļģis aşkın aşçı aşık aşıkoğlu aŭgustino aŭguĉjo baa baaba baafi baah baawia baba babacan
babacar babalola babalı babaoğlu babara babasola babatunde babatunji babawale babb babbitt babcock babette
babic babin babou babtunde baca bach bacher bachman bachmann baciu backus badea bademci badenhorst badiane
badillo badji badu baer baez baeza bafana bagaskara bagby baggett baghy bagley bagnoud bagwell bahadır bahar
bahena bahk bahng bahodir bahodirov bahr bahriddin bahriddinov bahringer bahrom bahromov bailey bain baines
bair baird bajc bajer bajārs bak bakan bakare bakary bakhoum bakhtiyor bakhtiyorov bakke bakken bakker bakos
bakırcı bakırcıoğlu bala balaban balan balazs balch balcı balderas baldridge baldé bales balint balla ballard
ballesteros ballew ballinger ballou ballouhey ballı balodis balog balogh balogun baloyi baltacı balázs bambi
bamidele bamiloye bamisebi bancroft banda bandar bandara bandile bandopadhyay bandy bandyopadhyay bane banele
banerjee bangizwe banica banik banji bankole bankston banna bannister banta banu banuelos baptista bara
barajas baral baran barb barba barbarosoğlu barbee barbie barbier barbieri barbora barbosa barbour barboza
barbra barbro barbu barbulescu barchinoy barclay barden barela barfield barger barham barica barkley
barksdale barlas barlow barna barnabás barnard barnett barnette barnhart barnhill barnier barno barnum
barnwell barone barons barr barragan barragán barras barraza barre barrera barreto barrett barrientos
barringer barrington barrios barron barros barrow barrows barta bartel bartell bartels barth bartlett bartley
bartoletti bartolomeo barton bartz barua barzani bas bash basham bashir basile baskin basmacı basnet bassett
basso basson bastian bastien bastola basynat batchelder batchelor bateman batista batiste batson battaglia
batten batts batuhan baturalp bauch bauer baugh baugher baughman baum bauman baumann baumbach baumgardner
baumgartner baur bautista bavaud bawer baxley baxter bayarmaa bayazıt baydar bayeni baykam baylor bayne
bayraktar bayraktutan baysoy baz bazyli bañuelos bağış baņuta başaran başer başoğlu baŭcido beahan beal beale
beall beals beaman beamon bean beane bearden beardsley beasley beason beata beatrico beatriz beatrycze
beattie beatty beaty beauchamp beauchemin beaudoin beaudry beaulieu beauregard becerra bech bechtel bechtold
beck becker beckett beckham beckie beckley beckman beckmann beckwith becnel bedard bedell bedford beebe
beeler beeman beer beerli beers beery beeson beethoven begay beggs begley begoyim begu behrens behruz
behruzov beier bein bejan bekdik bekker bekmurod bekmurodyev bektashi bektaş bektaşoğlu bela belanger belcher
belec belen belia belimir belinay belk bellamy bellinger bello belton beltran beltrán belva bemis benally
benavides benavidez benavídez bence bende bendegúz benedek benedikt benedita benedykt benefield benett
benfield benford benge bengt bengtsson bengu benham beniamin benita benitez benjamim benjamín benjámin benn
bennemann benner bennet bennett bennie benoit benson bente bentley benton bentz benz benício benítez berard
berat berberoğlu berdan berenice berenico berfîn berg berge bergen berger bergeron berggren berglund bergman
bergmanis bergmann bergqvist bergstrom bergström berisha berit berk berkay berkley berkowitz berman bermudez
bermúdez bernadine bernal bernasconi berndsen berndt berney bernhard bernhardt bernice bernie berniece
bernier bernita bernstein berntsen berrios berry berryhill berryman berríos berset berta bertalan bertelsen
berthoud berti bertilo berto bertrand berube berxwedan beryl berçem berîtan berîvan beshoi bessette
betancourt bethanie bethea bethel beti betina betschart bette bettencourt bettie bettina bettis betts bettye
betz beula beulah bev beverlee beverley bevins bevk bey beye beyeler beyer bezjak bezuidenhout beāte
beļavskis beşar beşerler beşikçi beşok bhadresha bhak bhana bhandari bhang bharadwaj bhat bhattacharya
bhattarai bhattathiri bhekimuzi bhekizizwe bhekumbuso bhembe bhengani bhengu bhoumik bhowmik bhuiyan bhuyeni
bianchi bianco bianka bias bibbs bibek bibiana bibianna bice bickel bickford bicknell bidaud biddle bideau
bidwell bieri bierman biff bigelow biggs bigham bigler bijay bijl bikash bilal bildik bilen bilge bilgen
bilgin bilgiç biljana billie billings billingsley billington billiot billups billurə billye bilodeau bilol
bilolyev bina binafsha bineta bingham binion binita binkley binta bintou birane birchfield birdie birdsong
birgit birgitta birgitte birinci birlik biro birziņš birznieks biró bischoff bisenieks biserka bisgaard
bishal bishnu bishwas bismah bissell bisset bisson bissonnette biteye bittner bivens bivins bixler biyela
bizjak biçer bjerke bjerregaard bjorn björk björklund bjørn bjørnstad blackburn blackford blackman blackmon
blackshear blackwell blackwood blaga blain blaine blair blais blake blakely blakeney blalock blanc blanca
blanch blanchard blanchette blanckenberg blanco blanka blankenship blanton blaser blatter blaus blaylock
blazevic blaž bledsoe blekte blevins blodgett blom blomqvist blondal bloomfield blount blum blume bly blythe
boadi boadu boahen boakye boardman boaten boateng boatman boatright boatwright bobbi bobbie bobbitt bobbye
bobo boboc bobur boburov bock boddie bode bodea bodian bodnár boduroğlu boehm boettcher bogan bogart bogdan
bogdanov bogdán boger boggs boglarka bogle boglárka bognár bohannon bohn boirac boisvert bojan bojana boje
boland bolanos bolat bolatito bolatlı bolden boldizsár bolduc bolen boles bolick bolin boling bolinger bolle
bolliger bolling bollinger bolormaa bolton boluwatife bona bondarenko bondars bonde bonginkosi bongo bonham
bonik bonilla bonita bonner bonnett bonney bonny bonsra bonsu booher boone booth boothe boozer boratav
borbála borbély bordelon borden boren borg borge borgeaud borges borka borko borna boros borowski borrego
borut boruya borys boróka bos bosch bosco boshoff bosley bosman bossard bosshard bosson bossy bost bostic
bostick bostwick bosu boswell bosworth bota botan botello botezatu botha botir botiryev botond botsford bott
botts bouba boubacar boubou bouchard boucher boudreau boudreaux bouldin boulton bourcard bourgeois bourlet
bourne bourque boutin boutwell bouwes bove bowden bowe bowen bowens bowers bowie bowlin bowman bowser boyacı
boyce boye boyett boyette boykin boykins boyko boylan boyle boyles boynton boz bozdoğan bozeman bozic bozinov
bozkurt bozkır bozoğlu boļeslavs božena božica božidar božič bracken brackett bracy bradbury braden bradly
bradshaw brady braga bragg braithwaite brajan bramlett branco brand brandee branden brandenburg brandi
brandie brandt branham branimir branimira branislav branka brankica branko brankov brann brannan brannon
branson brant brantley branton brashear brasher braswell bratcher bratina bratton bratu braud braun brawley
brawner braxton bray brayan breanna breanne breaux breckenridge bredenkamp bree breeden breedlove breen brehm
brekke breland brendon brenna brennan brenner breno brenton bret breton breunig brewer brewington brewster
brewton breznik brečko breņķis brianna brianne brice bridgett bridgette briedis briem brien brigette briggs
brigham brigita brigito brigitta briley brill brinkley brinkman brinson briones briscoe briseno briseño
brister bristow britany britney britni brito brits britt brittain brittani brittney brittni brittny britton
brix broadnax brock brockington brockman brockway broderick brodeur brodie brody brogan brogli bromfield
bromley bronson bronwyn brookins broome brophy brothers brotherton broughton broussard brouwer browder browne
brownell brownlee broyles broņislavs brubaker bruen brumbaugh brumfield brumley brummett brun bruna brunelle
bruner brunet brunilda brunkevičs brunner bruns brunson bruton bruun bryanna bryant bryce brygida brynn bryon
bryson brájen brändli brügger bucaklı buch buchanan bucher buchholz buchi buckingham buckles buckley buckman
buckner bucur buda budai budak buddha buddy budiman budiyanto budreiko buehler buell bueno buffington buffy
buford bugg buggs buhl buhle bui buie builis bujak bukola bulak bullard bullington bullock bulthuis bulut
bumgarner bundgaard bundy bunea bunmi bunn bunnell bunting bunton burak burbank burch burcham burchett
burchfield burckhardt burdett burdette burdick burford burg burge burgess burgett burgin burgos burhon
burhonov burk burke burkett burkhalter burkhard burkhardt burkhart burkholder burks burl burlacu burleson
burley burmeister burnell burnett burnette burney burnham burnside burr burrell burress burri burris
burroughs burrow burrows burrus burson burt burton buruk burwell busari busayo busby busch bushey bushnell
busisiwe busse bussell bussey bustamante bustos buthelezi butterfield buxton buzzell bušs byars bybee byers
byler bynum byrd byrne byrnes byrum bytyqi báez bálint bárbara bär bättig bêrîtan bíborka böhm bölükbaş
bölükbaşı bùi bühler bühlmann bārbala bērziņš bērzīts bīriņš bıçakçı błażej bəhram bəhruz bəxtiyar bəyaz
caballero caban cabral cabrera cabán caceres cade cadena cady caesar caetana cagle cahill cahoon caillat
cailler cain caio cairns caitlyn cal calame calder caldera calderon calderón caldwell calebe calhoun cali
calin calista calkins callaghan callahan callaway callen callender callie callis calloway callum calvert
calvillo camacho camara camarillo cambell camelia cami camile camilo cammie campbell campos cana canady
candan candance candelaria candi candice candida candie candis candy canfield cankar cannady cano cansu
canter cantor cantrell cantu cantwell canty cantú capers capone capps caputo caraballo caraway carbajal
carbaugh carbone carden cardenas carder cardona cardoso cardoza cardozo cardwell caren carey cargill cari
caridad carie carillo carin carina carissa carleen carlene carles carletta carley carlie carlin carline
carlota carlotta carlsen carlson carlsson carlton carlyle carlyn carma carmack carman carmel carmela
carmelita carmella carmelo carmichael carmine carminho carmo carmody carmona carnahan carneiro carnes carney
caro carolann carole carolee carolynn caron carothers carpentier carper carr carranza carrasco carrasquillo
carraway carre carrell carreon carrera carrero carreón carri carrico carrigan carrillo carrington carrion
carrol carroll carruth carruthers carson carstens carswell cartagena cartwright carty caruso caruthers
carvajal carvalho cary caryl caryn cas casandra casanova casares casarez casas casey cashman casiano casie
casillas caskey cason casper cass cassady cassell cassidy cassim cassin castaneda castañeda casteel
castellano castellanos castelyn castens castillo castleberry casto castor castro caswell catalano cataleya
catana catarina cate caterina catharina catharine cathcart catherina cathey cathi cathie cathleen cathrine
cathryn catina catlett cato caton catrina catron caudill caudle caune causey cauã cavadini cavanaugh cavazos
cayla cazacu cazares ceballos ceban cebekhulu cebotari cecelia cecila cecile cecilie cecilio cecylia
cecyliusz cecília cedeno cederblad cedillo cedrick cedrik ceja celar cele celestina celestine celik celina
celine celmiņš celms cem cemal cene cengic centeno cepeda cerar cerda cereghetti cerna cerny cervantes
cervantez cervántez ceyda ceyla ceylin cezary cha chacon chacón chadwick chaffee chaffin chafin chaisson
chakma chakraborty chalmers chamberlain chamberlin chamblee chambliss champlin chan chana chancey chand
chanda chandler chandra chanel chanelle chaney chang chantal chantel chantelle chao chapa chapin chaplin
chapman chappell chappuis chapuis chapuisat charbel charette charis charissa charisse charl charla charleen
charlena charlene charlette charli charline charlton charmaine charolette charpentier charron chartier chas
chasity chasse chassot chastain chastity chatman chatterjee chattopadhyay chaturvedi chau chaudhry chauncey
chavarria chavarría chaves chavez chavis chaya che cheatham chedeline chee cheikh cheikhou chekhouna chelsey
chelsie chen chenault cheney cheng chenoweth cheon cheong cher cherechi cheri cherie cherif cherise cherly
cherri cherrie cheryle chet chettri chetty cheung chew cheyenne chi chiamaka chibike chibuike chick chidinma
chidozie childers childress chiles chiliza chilton chimamanda chinedu ching chinn chinyere chipman chiquita
chiriac chirila chirita chis chisholm chism chisolm chisom chitwood chiu chivu chizoba chloé cho choate choe
choi chollet chong chopard chopra choquart chou choudhury choung chow chowdhury choy chrisman chrissy
christal christaller christel christen christene christensen christenson christer christi christiana
christiane christiansen christianson christie christin christman christoffer christoper christoph christophe
christopherso christos christy chrystal chu chuit chukwu chun chung churchill chwe chávez ciara ciaran ciera
cierra cigoj cilliers cimerman cinda cindi cinthia cintron cintrón ciobanu ciocan ciril cisco cisneros ciss
cisse cissokho ciwan claar claasen claes claesson claeys clair clancy clanton clapp clare claribel clarice
claris clarke clarkson clary claud claudette claudine claudio claus clausen clawson claypool clayton cleary
cleaver clegg clem clemens clemente clementina clements clemmer clemmons clemons cleopatra clerc cleta cletus
clevenger clift clifton cline clinton cloete cloos clotilde clottu clough clouse cloutier clyburn coakley
cobb cobbs coble cobos coburn cochran cochrane cockerham cockrell coe coelho cofer coffey coffman cofield
coggins cohen cohn coinchon cojocaru cokan coker colarič colbert colburn colby cole coleen coleman coles
coley colins collado collazo colleen collet collett collette colley collier collin collins colon colson
colston colton colucci columbus colunga colvin colwell coly colón coman comeau comeaux compton comstock
conant conaway concepcion concepción concetta conchita conde condon cone coney conger conklin conley conlon
conn connell connelly conner conners connie connolly connors conor conover conroy constantin constantinescu
constanza constança consuela consuelo conte conti contreras conway conyers cooke cooksey cooley coombs coon
cooney coons cooper copeland copley coppola coralie corazon corbett corbin corbitt corboz corbyn corcoran
cordeiro cordell cordero cordova coreen corene coretta corey cori corina corine corinna corkery corley
corliss cormier cornea cornejo cornelia cornelis cornelissen cornell cornett cornwell corona coronado corral
corrales correa correia correll corret corrie corrigan corrina corrine corson corsten cortes cortez cortney
cortés corvin corwin cory cosby cosgrove cosima cosma cosme costa costache costea costello costin coston cota
cote cothran cotten cottier cottingham cottle cotto cottrell coughlin coulibaly coulombe coulon coulter
coumba courten courtney courtni courtny couture covaci covarrubias covey covington cowan cowart cowell cowen
cowles cowley cox coy coyle coyne cozart cozma crabb crabtree craciun craddock crain cramer crandall crandell
crane cranford craven cravens crawford crawley crayton creech creekmore creel creighton crenshaw crespo cress
cretu cribbs crider crim crisan criss crist crista cristal cristea cristescu cristi cristian cristiano
cristin cristina cristine cristián cristobal cristopher cristy cristóbal criswell crites crittenden crivelli
crocker crockett croft croitoru cromer cromwell cronin cronk cronnje croom crosby crossley crossman croteau
crouch crouse crowder crowe crowell crowley croy crozier cruickshank crum crumley crump crumpton cruse
crutcher crutchfield cruz csaba csanád cseh csenge csongor csonka cuche cucu cuellar cuevas culbertson cullen
culler cullinan culp culpepper culver cummings cummins cundiff cunha cunningham cuomo cupp cureton curiel
curley curran currie currier curry curtin cushing cushman cusick custer cutler cvetka cyndi cyr cyra cyryl
cythia cédric céleste célia céline césar cîhan córdova cālītis cīrulis daako daan dabbs dabney dabo dacosta
dada dado daggett dagmar dagmāra dagoberto dagostino dahl dahlberg dahlia daigle dailey daina dainuvīte
daisey dalal daley dalgaard dalia dalibora daliborka dalida dalila dalkıran dallenbach dalrymple dalton daly
damanik damaris damcevski damia damian damiana damico damien damife damil damilare damilola damion damir
damián damjan damla damm damola damon damron danciu dancy dandrea dane danelle danette danforth dang dangelo
dani dania danial danica daniele daniella danielo daniels danielsen danielson danielsons danielsson danijel
danijela danika danila danilo danita daniz danjuma danka dankula danley danna danner dannie dannielle dansby
danso dantzler danyelle daouda daphna dara darasimi darby darcey darci darcie darcy dardar darden darell
daria darian darija darin darina darinka dario dariusz darja darko darla darleen darlena darlene darline
darmawan darnell darojat daron darr darrel darrell darrick darrin darron darrow darryl darteh dartey darwin
daryl dascalu dasilva datta daugherty daughtry davenport davey davi davida davide davidov davidsen davidson
davies davila davina davis davison davor davorin davriya davron davronov dawes dawid dawkins dawna dawson
daye dayle dayna dayton dağdaş dağlaroğlu dea deana deanda deandra deandre deane deangelis deangelo deann
deanna deanne deason deaton deb debbi debbie debbra debby debeljak debenjak deberry debi debnath deboer
debora debose debra debrah debroah deckard declerck declercq decock decosta decoster decoteau dede dedra dee
deeann deedee deen deena deepak deepika dees deese defne dehart dehaven deidra deidre dejan dejesus dekker
del dela delacruz delacrúz delafuente delagarza delal delana delaney delano delao delapaz delarosa delatorre
delazy delbert deleon deleón delfina delgadillo delgado delic delinda delisa delisle delk dell dellinger
delma delmar delmer deloach delois delong delora delores deloris delossantos delphia delphine delrio delrío
delta deluca deluna delvalle demarco demarcus demba dembelé demers demetra demetria demetriusz demilade
deming demir demirbaş demirel demirovic demoss dempsey dena deneen deneval denham denice denisa denison
denisz denita deniz denkel denman denna dennard denney dennise dennison denny densmore denson dent denton
denzler deon depew depriest derick derosa derr derrick derry dersim dervishi desai desantis deschamps deshawn
deshpande desilva desimone desirae desiree desjardins desmarais desmet desrochers desrosiers dessie destefano
deutsch devan devar deven dever devi devin devine devito devkota devlin devoe devona devore devos devries
dewan dewayne dewey dewi dewilde dewitt deyoung deák deģis dhakal dhawan dhia dhlamini dhlomo dia diaby diack
diaconescu diaconu diagne diakhaté diallo diamanka dian diann dianna dianne diao diarmuid diarra dias diatta
diattara diaw diawara diaz dibble dickens dickenson dickerson dickey dickinson dickman dickson didier diehl
dieng dietmar dietrich dietsche dietz dieye dieynaba diggs dijkstra dilafruz dilara dilarə dilbar dilber
dildar dildora dilfuza dill dillard dilley dillingham dillon dilmurod dilmurodyev dilnoza dilorom dilovan
dilrabo dilworth dima dimitri dimitris dimitrov dimitrova dina dinca dinesh dingess dingiswayo dingle dingman
dinh dinis dinkins dino dinsmore dinu diogo diome dion dione diongue dionizy dionne diop dior diouf dioum
dipendra dipietro dippenaar dirgantara dirksen dishman dissanayake distefano divna dix dixie dixon diya diyor
diyora diyorov dizdar diána diène diédhiou diémé diāna djeneba djibril djitté djokoto djurhuus dlamini dmitry
doan doane dobbins dobbs dobre dobrescu dobson dockery dodd dodds dodson doe doerr dogan dogaru doggett
doherty dolan dolinar dollie dolly dolničar domagoj dombrovskis dombrowski domen domenic domenica dominga
domingo domingues dominguez dominick dominik dominique dominque dominquez dominykas domínguez dona donahue
donaldo donaldson donat donata donato donev dong dongol donita donka donkor donley donn donnell donnelly
donnie donny donofrio donohue donte donát dooley doolittle dor doran dorana dorcas dordevic dore doreen
dorene doretha dori dorica dorina dorinda dorine dorit dorián dorka dorla dorman dorn dornik dorota dorotea
doroteja doroteo dorotha dorottya dorr dorris dorsett dorsey dortch dortha dorthe dorthea dorthy doss dotson
dottie dotto doty doucet doucette dougherty doughty douglass dovie dovud dovudov dovydas dow dowd dowdell
dowdy dowell dower dowling downey doyinsola doyle dozier doğan draga dragan draghici dragica drago dragoi
dragomir drake dramé draper drayton dražen dreher dreimanis dressler dreyer driessen driggers driscoll
driskell droogendijk droz drozd drucilla drummond drury dryden držimir držislav dua duah duane duanne duarte
dubashi dube dubochet dubois dubose dubravka dubravko dubuis ducharme duckett duckworth ducommun ducret duda
dudek dudley duduzile dudás duenas dueñas duff duffy dufour dufresne dugan dugas duggan duhon duje dujo
dulaney dulce dumas duminy dumisani dumitrache dumitrascu dumitrescu dumitriu dumitru dumont dunaway dunbar
dunham dunja dunlap dunn dunne duong dupont dupre dupree duprey dupuis dupuy duquette durak duran durand
durant durbin durden durdona durgan duric durkee durkin durmaz durodola durr durrett durst duta dutcher
dutoit dutta dutton duval duvall duygulu dvorak dvorakova dwain dwamena dwayne dwivedi dwyer dyer dyke dykes
dykstra dyllan dyson dzenis dzirkalis dzirkstīte dzokoto dzīle dániel dávid dávila dème débora dêrsim díaz
dîcle dîlan dîroj dîrok dóra düşenkalkar dāgs dārta dāvids dāvis dīriķis dương dəniz eades eads eady eagan
earle earlene earley earline earls earnestine eartha easley eason easterling eastman easton eastwood eaton
ebba eberhardt eberle ebert ebiere ebiowei eboni ebubechukwu ebunoluwa eby echevarria echevarría echeverria
echols eck eckert ecrin eda eddings eddins eddy edel edelman edelmira edelstein edens eder edgardo edgaro
edgars edgerton edie edison edita edmiston edmonds edmondson edmonson edmundo edmunds edoardo edson eduard
eduarda eduards edun edvard edvardsen edvin edvīns edwardo edwards edwina edyta edythe edīte edžus eero eeva
eevi efe efraim efrain efrem efren egan egbochukwu egeli eggers eggert eggleston egli eglītis egīls ehigiator
ehlers ehrlich eichenberger eide eidson einstein einārs eirik eisenberg eisha eitan eižens ekaterina ekici
eklund ekow eksteen ekström ekta ekundayo ekwueme ekşioğlu ela elaina elam elana elayne elb elba elbek
elbekov elbert elda elden eldon eldor eldora eldorov eldred eldredge eldridge elea eleanora eleanore elease
eleazar elebiyo elen elenor elenora eleonora eleonoro eley elfriede elfrīda elia eliabeth eliah eliana eliane
eliano eliasson eliasz elicia elida elie elif elin elina eline elinor elio eliot elisa elisabet elisabeth
eliseo elisha eliska elissa elizabet elizabeta elizabete elizabeto elizaveta elizbeth elizebeth elizo
elizondo eliçin elka elkins ellada eller elli ellingson ellington ellison ellsworth elly ellyn elma
elmastaşoğlu elmira elmo elmore elmurod elmurodyev elmārs elmīra elna elnarə elnora elnur elnurov elodia
elodie eloisa elouise eloy eloá elrod elroy els elsbeth elston elton elva elvera elvia elvin elvina elvis
elvīra elwell elwira elwood elworthy ely elyanora elyor elyorov elyse elza elçiboğa elène elías elísio elīna
elīza elżbieta ema emanuela emanuelly emard embranthiri embry emeka emelda emelia emelie emely emerald
emerick emerson emery emese emiel emig emil emilee emili emilian emiliano emilie emilija emilijan emilis emin
emina emine emir emirhan emmaline emmanuelle emmeline emmerich emmie emmitt emmons emmy emogene emory emre
emília emīlija emīls ena enache enderby endicott endziņš ene enea enedina enes eng engel engelhardt engholm
engle engler englert engstrom engström enid eniola ennio ennis enoch enola enos enright enriqueta enriquez
enríquez ensar ensio enya eoin epperson epps epstein erasmo erasmus erast eray erb erbay erberk erbulak erdal
erdman erdmann erdoğan eren erez ergi erginsoy erich erick ericka erickson ericson erika eriksen eriksson
erkekli erkki erlene erlinda erma ermīns erna ernestina ernestino ernestīne erneĉjo erni ernie ernser ernst
eronat errol erskine ertepınar ertürk ervin ervīns erwin eryn erçetin esben esbensen escalante escamilla
escobar escobedo esi eskridge esma esmira esparza esperanza espinal espino espinosa espinoza esposito
esquibel esquivel esra esse essie esta estefanía estela estele estell estep estera estere esteves estevez
estrada estrella estévez esupofo eszter ethelyn etheridge ethridge ethyl etienne etzebeth eubank eubanks
eudokia eudoksja eudy eugen eugenie eugenio eugeniusz eugster eula eulalia eun eusebia eusebio eustracjusz
evalyn evangelina evans evar evelia eveliina evelin evelina eveline evelino evelyne evelīna evensen evenson
everette everhart evers everson evette evgeny evi evie evita evliyaoğlu evo evon evonne evstifejev evîn ewa
ewald ewatomi ewelina ewell ewing exum eymen eyram ezell ezequiel faber fabiana fabiano fabien fabienne
fabijan fabio fabiola fabre fabrice fabrizio fabrícia fabrício fadekemi fadel faderera fadi fadipe fagan
fagunwa fahd fahey fahriddin fahriddinov faiq fairbanks fairchild faircloth fairley faison fajardo fajdiga
fajimi fajr falabi falcon falcone falcão faleti falgoust falk fallon faloye fancher fanika fankhauser fanni
fannie fannin fant fanta fanyana faragó farah farangiz farber farcas faresta faria farias farida farina faris
farkas farkaš farley farnsworth farr farrah farrar farrell farrington farris farrow farruh farruhov farzana
farías fasasi fatemeh fatiha fatim fatimata fatimo fatimə fatin fatma fatou fatoumata faty fauche faulk
faulkner faure faust faustino fausto favela favre fawcett fay fayzbek fayzbekov fazekas fazilat fazio
fazliddin fazliddinyev febe febian fedora feeney feest fehintola fehr fehér feil fekete felber felder feldman
felecia felica felice feliciano felicita felicitas feliks felipa felisa felisha felker felton felícia femke
fender feng fenn fenna fennell fenner fenton fenwick ferat ferdinando ferdynanda ferebee ferenc ferguson
ferhatovic ferjan ferland fermin fernanda fernandes fernandez ferne fernández ferrante ferrara ferrari
ferraro ferre ferreira ferrell ferrer ferris ferro ferry feruza fetter fibikemi fichardt fick fidan fidel
fidler fidélis fiedler fien fierro fife figueiredo figueroa fiifi fikayomi fike fikret filemon filiberto
filimon filip filipa filipe filipino filipov filipovic filippa filippo fillmore filomena fily finch fincher
findlay findley finja fink finley finnegan finney finnley finstad fionn fiore firdavs firdavsyev firgantoro
firmansyah firuzə fischer fishman fisk fitch fite fitrat fitratov fitts fitz fitzgerald fitzpatrick
fitzsimmons fitzwater fjeld fjeldsted flack flagg flaherty flanagan flanigan flannery flatley flatt flavia
flavie flavio fleck fleetwood fleming flemming fletcher fleur fleury flick flinn flo flor florance florczak
flore florea florencia florencio florencja florene florentin florentina florentino flores florescu florez
floriana florina florinda florine flossie flournoy flowers floy flynn flóra flórez flückiger fodor fofana
fofie fogarty fogelis fogg fogle folafoluwa folashade foley folse folsom foltz folu fonda fong fonseca
fontaine fontana fontenot foote forbes forde fordham foreman foret foretay forman forney forrester forsberg
forster forsyth forsythe forte fortenberry fortin fortner fortney foss fossum fosu fotih fotihov fotima
fourie fournier foust fouts fowlkes foy fozia fraga fraley franc franci francina francine francisca francisko
franciszek franciszka franco francois francoise frandsen franjo franke frankel frankie franklyn fransson
frantz franzen franziska françoise fraser frasier fratila frazee frazer frazier frechette frederica
fredericks frederico frederik frederiko frederiksen fredette fredia fredric fredrick fredrickson fredrik
fredriksen fredriksson fredy freeda freedman freeland freeman frei freida freimanis freitas freja frenkel
freriks freund frey freymond frias frick frida friday fridolin friedli friedman frierson friesen frink frisby
frith frits fritts frizzell fruzsina fryderyk frye frédéric frías frīda fuchs fudge fuentes fugate fuhrman
fujita fulcher fulford fulk fulkerson fulks fullerton fullmer fulmer fulton fultz funani funderburk fung funk
funmilade funmilayo fuqua furlan furlong furman furr furtado fusco fussell futrell fuze fynn fyodor fábio
fábián félix fülöp fərqanə fərəh fəxriyyə gabbard gabe gabel gabhezi gabi gabija gabin gable gabor gabreal
gabriele gabrielius gabrielo gabrijela gabrovšek gaby gaddis gaddy gade gadiaga gadson gael gaffney gagan
gage gagne gagnon gaia gail gailey gailis gaillard gailītis gainey gaitan gaither gaitán gaj gajdoš gal
galarza galbraith galbreath galeano galen galfryd galindo gallagher gallaher gallardo gallegos galli gallo
galloway galvan galvez galvin galván gama gamache gamage gamalat gamble gamboa gambrell gamez gamila gammon
gamper ganaka gandhi gandy ganea ganesh gann gannon gant gantar gantt gao gaona garay garcia garcía gardiner
gardner garfield garibay garica garland garman garmon garner garnet garnett garnier garrick garrido garris
garrity garry garth gartner garvey garvin garza gashi gasjūns gaskill gaskin gaskins gaspar gassama gasse
gastono gastélum gatewood gatlin gatling gatsha gault gause gauthier gautier gavrila gavxar gaye gayla gayle
gaylor gaylord gaynell gaynor gaytan gaytán gašpar gašper gbadamosi gbadebo gbeminiyi gbemisola gbogboade
gbolahan gbowoade gearhart geary gedeon gee geer gehrig geiger geisendorf geisler geist geller gellért gena
genaro gendron genesis genna genoud genoveva gentile geoff georg georgene georges georgescu georgetta
georgette georgi georgianna georgie georgiev georgieva georgios georgo georgy geraldina geraldo geralyn
gerardo gerazym gerber gerda gerdes gergely gergő gerhard gerhardt geri gerlach germain germaine germán gerri
gerrit gerritsen gerry gert gertie gertrud gertruda gertrudo gervais gerwig getz geurts geyer gfeller ghale
gheorghe gheorghita gheorghiu gherman ghita gia giacomo giada gian gianluca gianni gibala gibbons gibbs
gibson giddens gielen giese gifford gifty gigaba giger gigi gil gilberto gilbertson gilbreath gilchrist gilda
gill gillam gillard gillen gilles gillespie gillette gilley gilliam gilliard gilligan gilliland gillis
gilliéron gillman gillum gilman gilmer gilmore gilpin gilreath gilson gimenez ginewra ginn gino gioele gioia
giordano giorgi giorgia giorgio giorgis giovanna gipson girard girardet giraud giron giroux girón gisela
gisele giselle gish gist gita gitte giuliana giuliano giulio giurgiu gjonaj gjoni gladden gladis gladney
glady glaser glasson glaze gleason glena glenda glendora glenna glick glidden glisson gloor glosli glynis
glynn gning gningue goad gober goble goddard godec godinez godoy godsey godwin godínez goebel goetz goff
goforth golda goldberg goldie goldman goldner goldsberry goldsmith goldstein golob golubev gomes gomez gomis
goncalves gonsalves gonsalwy gonzales gonzalez gonzalo gonzález gonçalo gonçalves gooch goodale goodall goode
goodell gooden goodin goodman goodrich goodson goodwin googoosh goolsby goonam goosen goossens goran goranka
gorbachev gord gordan gordana gordhan gore gorham gorišek gorman gorski gosnell goss gosselin gossett gott
gottfried gottlieb goudiaby gough gould goulet gourley govan govender gowda gowen gower graber grabowski
gracia gracie graciela gracja gradimir gradišar grady graff gragg graig grammer granado granados grande
grandjean granger grantham granville grasso graudiņš graybill grayling grayson graziano greathouse greaves
greco grecu greenberg greene greenfelder greenfield greenholt greenleaf greenlee greenwald greenwell
greenwood greer gregersen gregg gregoire gregorc gregoria gregorio greiner grenier gresham gretta grga grgic
grgič grgo grgur gribusts grice grider griego grier griffen griffin griffis griffith griffiths grigg griggs
grigoras grigore grigorescu grigsby grijalva gril grimm grimmett grimsley griselda grisham grissom griswold
grizzle grm grob grobelaar groce grodums groebli groen groff grogan groothuizen gros grose grosjean grossman
grosu groth groza grozdana grubb grubbs gruber gry grzegorz gréta grīnbergs grūbe guajardo guardado guarino
guay gudrīte guenther guerin guerra guerreiro guerrero guertin guevara gueye guffey guha guidry guilherme
guillen guillermina guillory guillot guinand guinn guissé gula gulbahar gulbaxor gulchexra guliwe guljamol
guljaxon gullett gulley gulnora gulnoza guloy gulseren gulsora gulyás gulzira gulzoda gumede gunarto gunawan
gunay gundersen gunderson gunel guneta gunilla gunn gunnarsson gunnel gunter gunther gunārs guo gupta gurley
gurney gurule gurung gussie gustaf gustafson gustafsson gustave gustavino gustavo gustin gut guthrie
gutierrez gutiérrez gutmann guyot guyton guzman guzmán gvozden gwacela gwala gwido gwin gwinn gwon gwyneth
gyamfi gyasi gyawali gyorgy györgy gábor gál gálvez gáspár gähwiler gérald gérard gómez gönültaş göran gövhər
gúbio gül gülay güler gülsüm gülçin gülər gümüşpala günay günday güneş gürmen haag haas haase habeeb haber
habib habiba habibi habibov haby hackett hackney hackworth haddad hadden haddix haddock hadley hadzic hae
hafner hagan hagans hagen hager hagerman haggerty hagler hague hahn hai haight haikal haile hailey haines
hairston hajdu hakala hakan hakyemez hala halbert halcomb hald haley halil halilyev halim halima halina
hallett hallie hallman hallock halloran halsey halstead halverson halvorsen halvorson halász hamal hamalainen
hamann hamblin hambrick hamby hamel hamid hamidou hamidov hamill hamilton hamlett hamlin hamm hammack hammes
hammett hammock hammond hammonds hammons hampton hamrick hamzaoğlu hamzayev han hanah hance hancock handley
handoko hane hanekom hanes haney hanga hani hanifa hanifat hankins hanks hanley hanlon hann hannabel hannan
hanne hannele hannelore hannes hannon hannu hanrahan hansen hansjörg hanson hanspeter hansruedi hansson
hansueli hanzl hao haque harald harber harbin harbison hardaway hardee hardesty hardiansyah hardiman hardin
hardison hardman hardwick hargett hargis hargrave hargrove hari hariet hariette harker harkins harkness
harlan harland harless harley harlow harman harmon harney haro harr harrell harrelson harri harriett
harriette harrigan harriman harrington harrod hart harter hartfield hartford hartle hartley hartman hartmann
hartnett hartsfield hartung hartwell hartwig hartzell haruhito haruki haruta haruto harvell harwell harwood
haryanto hasan hasani hasano hasanov hasanovic hash hashimoto haskell haskins hasler hasnaa hassell hasti
hatch hatcher hatchett hatfield hathaway hathorn hatice hatley hatten hattingh hatton hauck haug haugaard
haugen haukelidsæter haun haung haupt hauser hawa hawar hawes hawkins hawley haworth haws hawthorne hayashi
hayato haydee hayden haygood hayley haynes haynie hayward haywood hayworth hazelton hazelwood hazen hazlett
hazzard headley headrick healey healy heaney hearn hearne heathcote heaton hebert hecht heck hecker heckman
hedda hedegaard hedgepeth hediger hedlund hedrick hedvig hedvigo hedwig heffernan heffner heflin hefner
hegedüs hegedűs heide heikki heikkila heikkilä heikkinen heilman heim hein heine heinonen heintz heinz heiser
heisler heitor heja hektoro helene heleno helin helle hellen hellström helmi helmick heloísa helton helēna
hembree hemingway hemphill hendershot henderson hendley hendon hendren hendrick hendricks hendrickson hendrik
hendriks hendrix henke henley hennessey hennessy hennezel henninger henrie henrieto henriette henriksen
henriksson henrique henriques henriquez henryk henryka henríquez henshaw hensley henson herb herbst heredia
heriberto herlambang herlinda hermans hermansen hermansson hermawan hermelin hermelinda hermenegildo hermine
herminia hermiono hermiston hermīne hernadez hernandes hernandez herndon hernán hernández herold herren
herrera herrick herrin herrington herrmann herron herschel hersey hershberger hershel hertzog herzog hess
hessa hesse hessel hetrick hettie hettinger heunis heval hewett hewitt hewlett heyward hiatt hibbard hibbs
hickerson hickey hickle hickman hicks hickson hidalgo hidayanto hidayat hideo hieronim higa higdon
higginbotham higgins higgs hight hightower hikmat hikmatov hilario hilarion hilbert hildebrand hildebrandt
hildegard hildreth hiles hillard hillary hilliard hillis hillman hilma hilola hilton hiltunen himari himawan
hinata hindman hines hinkle hinman hinojosa hinson hinton hintz hipolit hipolito hipp hira hiroko hirsch hirt
hirvonen hitchcock hitchinson hite hitt hix hixon hixson hjaltalin hjort hjorth hlatshwayo hlengiwe hlongwa
hlongwane hoa hoag hoagland hoang hoard hobbs hobert hobson hoch hochstetler hochstrasser hoda hodel hodge
hodges hodgson hodler hodson hodzic hoelscher hofer hoff hoffer hoffman hoffmann hofman hofmann hofstetter
hogan hogg hoggard hogue hojgaard hojimurod hojimurodyev hok hoke holbert holbrook holcomb holcombe holden
holguin holguín holifield hollander hollar hollard hollenbeck holler holley holli holliday hollie hollifield
holliman hollingsworth hollins hollis hollister holloman holloway hollowell holm holman holmberg holmes
holmgren holmqvist holston holt holton holtz homan homero hommel honaker honegger honeycutt hong hooper
hooten hoover hopkins hopland hoppe hopson horacio horacy horak horakova horan hornback horne hornsby
horowitz horsley horst hortencia hortense hortensia horton horvat horvath horváth hosea hosey hosiyat hoskins
hosna hosniya hossein hostetler hostetter hotchkiss hottinguer hotz houck hougaard hough houghton houk houle
hovis howe howell howerton howie howland howlett hoxha hoy hoyle hoyt hozan hoàng hočevar hribar hristov
hristova hrovat hrvatin hrvoj hrvoje hrvojka hsu huaman huang hubbard hubbell hubbs huber huberto huckaby
huddleston hudgens hudgins hudson hudspeth huel huerta huet huey huff huffman hufford huggins hughes hughey
huguenin hui huisman hulbert hulda hulett hulse hulsey humay humberto hume hummel humphreys humphries hundley
huneycutt hunor hunsaker huntington huntley hunziker huong hupp hurd hurley hurram hurramov hurshida hurst
hurtado huseby huseyin huseyn husida huskey husnida husniya husnora huss hussa hussain hussey huston
hutagalung hutapea hutasoit hutchens hutcherson hutcheson hutchings hutchins hutchinson hutchison hutson
hutto hutton huwiler huynh hwang hyacinth hyatt hydar hyde hyder hyland hylton hyman hynes hyun häfliger
hämäläinen hänni håkan håkansson håkon hédi hélio hêvî hülya hüriyə hürlimann iacob iain iancu ibai ibarra
ibidapo ibikunle ibironke ibodulloh ibodullohyev ibou ibra ibrahima ibrahimovic ibrohim ibrohimov ibukunoluwa
ichika ichim ico idalia idell idella idowu idrissa idy iesha ifeanyichukwu ifeoluwa ifeoma iffar ifora
ifunanya ige iglesias igličar ignacia ignacio ignacy ignat ihtiyor ihtiyorov ikeda ikenna ikeoluwa iker
ikhidie ikrom ikromov ila ilaria ilay ilc ileana ilene ilenia ilgmārs iliana ilias ilie iliescu iliev ilieva
ilija ilina ilja ilko illés ilmari ilmārs ilona ilori ilsa ilse ilupeju ilya ilyas ilyos ilyosov ilzo ilıcalı
ima imane imelda imhof imke immelman imogena imogene imoleoluwa imre imron imronov ina inara inaya indira
indra indriķis inez infante inga ingalls inge ingeborg inger ingersoll ingle ingmārs ingraham ingram ingrīda
ingūna inioluwa inja inji inka inkeri inman innocenty ino inoue insa inuk inunnguaq inyoni inês ināra inārs
iola iolanda ion iona ione ionescu ionita ionut iordache iorga iosif ira irati irawan irby iremide irena
ireneusz ireno ireti iretioluwa irfandi irimia irizarry irma irmeli irmgard iroda irvin irvine irving irwin
irēna isa isaacs isaacson isabeau isabela isabele isabell isabelle isabelly isac isaias isak isaksson isbell
isbrücker isela iseoluwa ishaan isham ishikawa ishola isiah isidora isidro isioma isis isisa isla islande
islom islomov ismael ismaïla ismoil ismoilov isokun isom ison ispas isreal issa issac istrate istván
iswahyudi ita itai iten ito itsuki itunuoluwa iva ivaana ivalu ivana ivanka ivanna ivano ivanou ivanov
ivanova ivanovs ivančica ivančič ivar ivascu ive ivek iversen iverson ives ivette ivey ivica ivna ivo ivona
ivonne iván iwan iwona iyabode iyadunni iyalla iyanda iyanuoluwa iyengar iyer iyinoluwa iza izaak izabela
izabella izajasz izako izaro izolda izoldo iztok izydor izzo iŝmaelo işık jaakko jablonski jabulile jacalyn
jacinda jacinta jacinto jackeline jacki jackie jacklyn jackman jacky jaclyn jaco jacobi jacobo jacobs
jacobsen jacobson jacobus jacoby jacque jacquelin jacquelina jacquelyn jacquet jacquline jacqulyn jada jade
jaden jadesola jadran jadranka jadranko jadro jadwiga jae jaeger jaffe jaga jagica jailani jaimes jaimie jain
jaiyeola jaka jakab jakelino jakob jakobino jakobo jakobsen jakobsson jakopič jakov jakub jakubina jalol
jalolov jalə jamaal jamar jambor jame jamel jamerson jameson jamey jami jamieson jamison jamiu jammie jamnik
jamol jamolov jamshid jamshidov jana janae janaína janeen janel janele janell janelle janene janes janessa
janeth janett janetta janette janey janez jangid jani janica janie janina janine janis janja janjo janka
janko jankovic jankovskis jankowski janna janne jannette janni jannie jannik jannis jano janosch jansen
jansons janssen janssens jansson jantjies januar janusz janīna janša jaqueline jaquez jara jaramillo jarc
jari jarman jarne jarod jaron jaros jaroslav jarrell jarrett jarrod jarvinen jasen jasenko jasmin jasmina
jasmīna jasna jasso jasur jasuryev jaunita jautrīte javiera javlon javlonov javohir javohirov jaya jayden
jayme jayne jaynes jayson jazmin jazmine jeana jeane jeanetta jeanette jeanie jeanina jeanine jeanna
jeanneret jeannette jeannie jeannina jeannine jef jeffcoat jefferey jefferies jeffers jeffery jeffries jeffry
jela jelen jelena jelica jelle jemison jena jenell jenelle jenette jeni jenifer jeniffer jenise jenkins jenko
jenks jennefer jennette jenni jennie jenniffer jennings jensen jenson jeppe jeppesen jerald jeraldine jeram
jeramy jerde jere jereb jeremi jeremiasz jeri jerilyn jermaine jernej jernigan jerold jeromy jeronimo jerrell
jerri jerrie jerrod jerrold jerzy jerónimo jesenia jeseničnik jesica jesper jespersen jess jessen jessi
jessup jesús jett jette jettie jevgeņijs jewell jewett ješa jha jhang jian jie jil jiles jilian jillian
jimena jimenez jimerson jimi jiminez jimmie jimoh jiménez jina jindra jing jiyan joah joakim joakimo joana
joane joanie joann joanne joao joaquim joaquin joaquín jobe jodee jodi jodie jody joelle joellen joensen
joesph joetta johana johanino johanna johanne johannesen johannessen johannsen johano johansen johanson
johansson johanĉjo johar johnathan johnathon johnetta johnie johnna johnnie johns johnsen johnson johnston
johnstone joi jokinen jokubas jolanda jolayemi joleen jolena jolene jolie jolien joline jolley joly jolynn
jona jonatan jonatano jonathon jone jonell jonelle jones joni jonker jonna jonnie jonny jonsson joojo joost
jordaan jordi jordon jorgensen jorgenson joris jose josef josefa josefin josefina josefine joselyn josep
josephina josette joshi josiane josip josipa joslin joso jospeh jost josue josuo josué joubert joung jovana
jovanovic jovita joya joycelyn joye joyner jozef jozefino jozefo jozue joël joëlle joĉjo joŝiko joško joža
jože jožef jožica juana juarez juda judd judeline judi judie judito judkins judson judyta judīte juha juhani
juhart juhl juho juhász jukka jukums jule julen juli juliann julianna julianne julien julienne julieta
julieto juliino julija julissa julita juliusz jumagul jumiķis juna junck jung jurado jure juri juric jurģis
justeno justesen justina justus justyn justyna justīne jutta juul juwon juárez jános jáquez jázmin jäggi
järvinen jéssica jónás józef józefina józsef jönsson jörg jörgen jørgen jørgensen júlia júlio jürg jānis
jāzeps jēkabs jēkabsons jūlija jūlijs jūsma kaan kaarina kaat kabita kacey kaci kacie kacper kaczmarek
kadiatou kadir kaede kafle kagiso kahl kahler kahn kahveci kaia kaiser kaitlin kaitlyn kaj kaja kajus kakkar
kala kaleigh kalervo kalevi kali kalidou kalinowski kalistrat kalle kallie kallio kallis kalloe kalniņš kalns
kalnājs kalocsay kalyan kalējs kamal kamala kamara kambič kami kamil kamila kamile kamilla kaminski kamol
kamola kamoliddin kamoliddinyev kamolov kamran kanata kandace kandi kandice kandji kandy kandé kane kang
kaniyar kanté kanyakumari kaplan kaplangı kapoor kapp kapusta kara karabulut karaböcek karadaş karaduman
karaer karan kareem karey kari karie karikari karima karina karissa karjalainen karki karla karlene karlo
karlsen karlsons karlsson karly karmela karmeno karnes karol karoliina karolina karoline karolino karolo
karolyn karon karr karren karri karrie kartal karyn karīna kasandra kasapoğlu kasey kasper kassandra kassie
kassé kastner kastrati kat kata katariina katarina katarzyna katelyn katelynn katerina katerino kathaleen
katharina kathem katherin katherina kathern katheryn kathi kathie kathlene kathlyn kathrada kathrine kathryne
kathy kathyrn kati katia katica katija katina katja katlyn kato katona katrin katrine katryn katrīna kattie
katy katz kauffman kaufman kaufmann kaul kauliņš kaur kauri kavaklıoğlu kavita kavčič kawa kaya kaye kayla
kaylee kayleigh kaylene kaylor kayode kayser kazimierz kazlov keane keano keanu kearney kearns keating keaton
kecia keck kee keefe keefer keegan keeley keely keenan keene keeney keesha keeton kehinde kehoe keil keim
keir keira keiser keisha keister keji kejsi kelemen keley keli kell kellar kelleher keller kellerman kelley
kelli kellie kellogg kellum kelsey kelsie kelso kelvin kely kemal kemi kemmer kemp kemper kempf kempis kenan
kendall kende kendrick keneth kenna kennard kennedy kenner kenney kennith kennon kenny kenton kenyatta
kenyetta kenyon kenza kera kerekes kerem keri kerim kerley kermit kern kerns kerr kerri kerrie kerrigan kerry
kersey kerstin keseroğlu kesha keshia keskin kessler kester ketcham ketchum keven keyser keçeci keïta kgabu
khadidiatou khadija khadije khadim khadka khady khaled khalifa khan khanna khanyisile khatri khawla khawula
kheira khem khethiwe khongordzol khoudia khouma khoza khulekani khumalo khumalu khuzwayo kia kian kiana kiara
kibler kidwell kiefer kieffer kiehn kiera kieran kiersten kiesha kieth kiger kika kikelomo kikuchi kilburn
kile kiley kilgore kilian kilic killian killingsworth killion killough kilmer kilpatrick kimball kimber
kimberely kimberlee kimberley kimberli kimble kimbrell kimbrough kimmel kimmernaq kimura kinard kincaid
kincső kinder kindra kinga kingery kingsbury kingsley kingston kinney kinnunen kinsey kiné kip kipp kira
kiran kirby kirchner kiril kirill kirk kirkham kirkland kirkman kirkpatrick kirksey kirkwood kirlin kirollos
kirsch kirschner kirstin király kis kiser kish kisha kistler kite kittrell kizer kizzy kjeldsen kjell kjær
klaas klanjo klara klarencjusz klaro klatt klaudia klaudiusz klausen klaŭdino klaŭdo klea klein klemen
klemens klementino klementyna klemenčič kleopatra kleopatro kleven klimczak kline kling klingensmith klinger
klitemnestro klotildo klotz klug kluivert klusener kléber klāra klāvs kmet knapp knecht knez knezevic knoetze
knoll knopp knott knotts knowles knowlton knox knudsen knudson knuto knutson kobayashi kobe kocabıyık kocchar
koch kocher kocjan kocman kocsis koehler koehn koelpin koen koenig koerner koester kofi kohl kohler kohn kohs
koirala koivisto kojo kok kokalj koks kolade kolar kolawole kolb kolenc koller kolly kolos komil komila
komilov komron komronov konaté konda kong konieczny koning konrāds konstancja konstanty konstantyn
konstantīns konté konul koomson koon koonce koons koontz kopp koprivec koralia koray korede korey korhonen
kori korkmaz korn kornegay kornel korneli kornelia korneliusz kornél korol korošec kory kos koski koskinen
kosoko koss koster kotzin kourtney kovac kovacek kovacevic kovach kovacic kovacs koval kovalchuk kovalenko
kovač kovács kowal kowalczyk kowalski koya koyuncu kozak kozlov kozlowski kozma koç koçer koçoğlu koçyiğit
kraemer kraft kraig krajnc kramer krancis krantz kranz krasniqi krastiņš kraulis kraus krause krauss krauze
kravchenko krebs kregar kreiger kremer kress kreuzo krešimir krieger kriel krieviņš krievs krige krijt
krimhildo kris krishna kriss krista kristal kristen kristensen kristi kristian kristiansen kristie kristiina
kristijan kristin kristina kristine kristino kristiāna kristiāns kristjan kristofer kristoffer kristoffersen
kristopher kristy kristyn kristyna kristóf kristīne krisztián krisztofer krišjānis krišs križaj križan krmelj
kroeger krogh kroll kronbergs krueger krug kruger kruno krunoslav krupa kruse kryeziu krystal krystian
krystle krystyna krzysztof krügel krēsliņš krūmiņš ksantipo ksawera ksawery ksenia ksenofont kubad kubadov
kubheka kubica kubli kubra kubura kucera kucerova kuchta kuday kuehn kuhar kuhl kuhlman kuhn kuhns kuijpers
kuiper kujoe kula kulaksızoğlu kulas kulmanis kum kumar kumara kumcuoğlu kumi kumush kunc kunde kunene kunkel
kunkle kunt kunter kuntz kunz kurniawan kurtis kurtz kurutluoğlu kurzemnieks kusi kusumo kuswoyo kutch kutlay
kutz kuykendall kuypers kuznetsov kuzucu kvaran kvarme kwaakye kwabena kwadwo kwaku kwame kwamena kwan
kwarteng kwasi kweku kwesi kwintyn kwok kwon kyan kyei kyla kylee kyles kylie kyllikki kyls kyong kyra kyung
kägi kälin käser kéba kébé körmükçü köse köybaşı köylüoğlu kübra kühnl küng kürsteiner küçükler kārkliņš
kārlis kılıç kılıççı kıraç kļaviņš laakso laaksonen labbe labelle labonte laboy labrecque labrie lacasse
lacerda lacey lachance laci lacie lackey lacroix lacy ladega ladislau ladislav ladner ladona ladonna lafferty
laflamme lafleur lafountain lafrance lagrange lahr lahtinen lai laia lail laila laine laing laitinen laiviņš
lajoie lajos lakatos lakeisha lakesha lakeshia lakin lakisha lala laliberte lalita lally lalonde lalə lam
lama lamar lambelet lambert lamberto lamija lamine lamiyə lamm lammy lamont lamontagne lampe lampkin lamula
lan lana landeros landers landis landmanis landon landreth landrum landry lanette laney lang langa langdon
lange langer langeveldt langford langham langley langlois langston langworth lanham lani lanier lanita
lankford lanning lanny lantz lanz lanza lapenna lapierre lapiņš laplante lapointe laporte lapp lapsiņš
laquita larae largent larhonda larisa larkin larkins laroche larochelle larosa larose larrabee larry larsen
larson larsson larue larysa lashanda lashawn lashley lashonda lashunda lasley lasmanis lassana lasse lassiter
laszlo latanya latasha latham lathrop laticia latif latifa latifat latimer latisha latkovskis latofat latonia
latonya latoria latosha latoya latrice latricia latrina latta lattimore latupono lau laubergs laubscher lauer
laughlin laure laureano laureen laurencja laurencjusz laurene laurens laurent laurenty laurentyna lauretta
laurette lauri lauridsen laurin laursen lauryn lava lavada lavallee lavalley lavergne lavern laverna laverne
lavigne lavin lavina lavoie lavon lavonda lavonne lavínia lavīze lawal lawana lawanda lawerence lawhorn
lawler lawlor lawrencia lawson lawton laxmi laylo layman layne layton lazar lazaro laziz lazizov lazo
lazuardi laŭrenco laŭro leach leahy leak leake leal leana leandra leandro leane leann leanna leanne leannon
lear leary leath leatha leatherman leatherwood leatrice leavitt lebedev leblanc leboeuf lebron lebrun lebrón
leclair leclerc leclercq lecompte lecomte leda ledbetter ledesma ledet ledford ledoux leeann leech leena
leeper lees leesa leevi lefebvre lefevre leffler leflore leftwich legg leggett legrand legzdiņš lehman
lehmann lehr lehtinen lehto lehtonen leia leigh leighton leija leilani leinonen leisa leite leitner leiva
leja lejeune lejiņš lejla lejnieks leka lekaj leke lela leland lelia lemaire lemaster lemay lembede lemieux
lemire lemke lemley lemmens lemmon lemoine lemos lemuel lemus len lenard lene lengyel leni lenia lenin lenka
lenn lenna lennart lennert lennie lennon lennox lenny lenoir lenora lenore lentz lenya lenz leola leonarda
leone leonel leong leoni leonid leonida leonidas leonie leono leonor leontina leontīne leonīda leonīds
leopoldina leopoldino leopoldo leora leota leppänen lera lerato lere lerma lerner leroux les lesa lesedi
lesia lesjak leslee lesley lesli lesly lesmana lessard lessie leta letha lethabo letitia letizia letourneau
letsoalo lett lettie letícia leu leuba leuenberger leung leutenegger lev levasseur levent levente leverett
levesque levin levine levinson levy lew lewandowski lewin lex lexie leye leyla leyva león lheureux lia lian
liana liane liang lianne lias libbie libby lida liddell lidia lidija lidya lieberman lielmanis lien liepa
liepiņš lieze liggins lightfoot lightner ligia ligon liisa liles lili lilia liliana liliane lilianna lilien
lilio liliya liliána liliāna lilja lilla lillard lilley lillia lillie lilly lim limbu limon limoncuoğlu limón
lin linares lind lindberg linde lindeman linden linder lindgren lindholm lindley lindner lindquist lindqvist
lindsay lindsey lindsi lindstrom lindström lindsy lindy linett linette ling linh liniger linkous linn linnea
linnie linnéa lino linsey linton linville linwood lio lior lipan lipka lippert lippmann lipscomb lira lis
lisanne lisbeth liselotte lisette lissa lissette lita littlefield littlejohn littleton litton littrell liu
liva livingston livio liya liyana liyanage lizabeth lizbeth lize lizette lizotte liāna ljiljana ljubica
ljudevit llamas lobar lochner lockard locke lockett lockhart locklear lockman lockwood lodiņš loeffler loera
loftin loftis lofton loftus logar loggins logins logsdon logue lohr lolade lolita lomas lomax lombard
lombardi lombardo lomeli lon lona longo longoria loni lonna lonnie lonny loomis looney loos loper lopes lopez
lora loraina loraine loredana loree loreen lorelei loren lorene lorentzen lorenza loretta lori lorie lorin
lorinda lorine loris lorraina lorretta lorri lorrie lott lotta lotte lotti lou louann loubser loucks louella
louie loum loup lourdes loureiro lourenço lourinho louvenia louw lovato lovejoy lovelace lovelady loveland
lovelie lovell lovett lovie lovisa lovorka lovric lovro lowder lowe lowell lowery lowie lowman lowrey lowry
loy loya loyce loyd lozada lozano loïc ločs luan luana luann luanne lubbers lubina lucca luce lucero luciana
luciano lucie lucienne lucija lucijan lucila lucile lucina lucio lucja lucjan luckett luckey lucrecia lucía
ludovica ludovikino ludoviko ludvig ludwik ludwika lue luela luella luena luevano lugo luise luiz luiza lujan
lujza lukas luker lukhona lukic lukić luko lukács lula lulu lulwa lum lumpkin lund lundberg lunde lundgren
lundin lundquist lundqvist lundström lundy lungelo lungu lunn lunsford luo luong lupe lupita lupo lupu lura
lurline lusk lussier lustenberger lutfi lutfiya lutfiyev lutfulloh lutfullohov luthuli luttrell lutz luu luuk
luvenia luyken luyt luz luís luísa luīze lužar lwandle lya lyda lydie lykins lykke lyla lyle lyles lyman lyn
lyna lynch lynda lyndon lyndsay lyndsey lyne lynette lynn lynna lynne lynnette lynsey lynwood lyon lytle
lászló lâm léa léna léonie lívia lîlan lîrîk lópez löfgren løken lüscher lüthi lācis lāsma lība līcis līdaks
līga līksma līna līva līvija līze lūcija lūsis ləman maarit maas maayan mabaso mabe mabhida mabizela mable
mabruk mabrukov mabry mabunda mac maca macarthur macaulay macdonald mace macedo macgregor mach machado
machelle macias macie maciej maciel mack mackay mackenzie mackey mackie macklin maclean macleod macmillan
macomber macon macovei macpherson mactar macy macías madalena madaline madalyn madden maddison maddox maddux
madelina madelyn madera madid madidov madie madigan madina madonna madore madrigal madsen maduma mady maeda
maegan maes maestas mafalda maftei magalhães magaly magana magar magaña magdalene magdaleno magee maggard
maggio magill magnolia magnuson magnussen magnusson magoza maguette maguire maha mahabeer mahaffey mahajan
mahamadou mahammad mahan mahanov mahardika maharjan mahdi mahendra maher mahesh maheswara mahir mahlangu
mahler mahmoud mahmud mahon mahone mahoney mahrus mahrusov mahzan mai maia maica maida maija maillard maira
maire maite maitê maja majcen majd majda majerus majorie makarov makary makela makhanya makhtar maki makinde
makinen makinwa makkink maks maksim maksimo makso maksym maksymilian makuachukwu malachai malachy malak malan
malave malcom maldonado malen malena malene malick malik malika malin malina malinda malinga malinowski
malisa malissa mallard mallett malley mallory malloy malmgren malone maloney malou maloxat malthe maluleke
malvino malvīne malwina mamadou mamady mamani mammadov mamour manaia manca mancini mancuso manda mandakranta
mandala mandel mandi mandla mandy manea manel maness manga mangane mangrum mangum mangunsong manish manisha
manjo manley mann manninen mannino manns manny manolache manole manon mansell mansfield manson mansour mansur
mansurov manuela manullang manzanares manzano manzo mané maphikelela maphisa maple maples mapp maqsud
maqsudov mara marais maranda marar marbun marcano marcela marceli marcelina marcelino marcell marcella
marcelle marcellus marcelo marcet marchal marchand marchant marci marcie marcin marcos marcotte marcu marcum
marcussen marcy mardon mardonov marek maren marena margareta margarete margareto margarett margarette
margarida margarite margarito margaux marge margeret margie marginean margit margo margret margrette margrit
margrith margurite mari mariama mariamawit mariami mariane mariani mariann marianna mariano maribel maribeth
maric marica maricarmen maricela mariel mariela marietta marija marijan marijana marika marilee marilena
marilou marilu marilynn marilú marin marinescu marinjo marino marios maris marisa marisela marissa marit
marita maritza mariz marième marja marjatta marjeta marjory markel markelj markham markku markle markley
marko markos markovic markowski markus marla marleen marlena marler marley marli marlies marlin marlis marlo
marlow marlowe marlyn marlys marlène marna marni marnie marpaung marquardt marquerite marques marquez
marquita marr marra marrero marroquin marroquín marrs marsha marshall marston marte martel martell marteno
martens marthe marti martim martindale martine martineau martinez martini martino martinsen martinson
martinsson martti martyna martz martín martínez marva marwa marx maryadi maryan maryann maryanne marybeth
maryellen maryjane maryjo marylee marylin marylou marylyn maryna marème maría marín marģers masako mascareñas
maseko mashburn mashinini mashxura masoud masoumeh massa massamba massey massie massimo masson masters
masterson mastin mata matan matar mateescu matei matej mateja mateus mateusz mathebula matheny mather
matherly matherne mathers mathes matheson matheus mathew mathews mathieu mathilda mathilde mathis mathisen
mathison mathuys matias matic matija matilde matisons matjaž matko matlock matney mato matos matson matsumoto
matta matteson matthews matthey matti mattia mattias mattie mattila mattingly mattis mattison matton mattos
mattox mattson mattsson matty matula matus matyas matylda matías matīss maudie maulana mauldin maupin maura
maurer mauricio maurine mauro maurycy mavdud mavdudyev mavlon mavlonov mavluda mavundla mawuena mawusi
maxbuba maxey maxfield maxfuza maxie maxima maxime maximiliano maximo maxina maxine maxsuma maybell maybelle
mayberry mayers mayfield mayhew mayhoş mayle mayme maynard mayo mayorga mayowa mayr mayra maysoun mayte
mazbut mazibuko mazie mazilu mazjānis mazlum mazur mazza maï maïmouna małgorzata maša mbacké mbalienhle
mballo mbatha mbaye mbende mbodj mboup mbow mbuso mbèngue mcabee mcadams mcadoo mcafee mcalister mcallister
mcalpine mcanally mcardle mcarthur mcatee mcavoy mcbee mcbride mcbroom mccabe mccafferty mccaffrey mccain
mccall mccallister mccallum mccandless mccann mccants mccarter mccarthy mccartney mccarty mccaskill mccaslin
mccauley mcclain mcclanahan mcclary mccleary mcclellan mcclelland mcclendon mcclintock mcclinton mccloskey
mccloud mcclung mcclure mcclurg mccluskey mccollum mccomas mccombs mcconnell mccool mccord mccorkle mccormack
mccormick mccown mccoy mccracken mccrary mccraw mccray mccrea mccreary mccrory mccue mcculley mcculloch
mccullough mccune mccurdy mccurry mccutchen mccutcheon mcdade mcdaniel mcdaniels mcdavid mcdermott mcdevitt
mcdonald mcdonnell mcdonough mcdougal mcdougall mcdowell mcduffie mceachern mcelhaney mcelroy mcevoy mcewen
mcfadden mcfall mcfarland mcfarlane mcgarry mcgee mcgehee mcghee mcgill mcginley mcginn mcginnis mcginty
mcglothlin mcgough mcgovern mcgowan mcgrath mcgraw mcgregor mcgrew mcgriff mcguinness mcguire mchale mchenry
mchugh mchunu mcinnis mcintire mcintosh mcintyre mciver mckay mckean mckee mckeever mckelvey mckenna mckenney
mckenzie mckeon mckeown mckibben mckim mckinley mckinney mckinnon mcknight mckoy mclain mclane mclaren
mclaughlin mclaurin mclean mclellan mclemore mclendon mcleod mcmahan mcmahon mcmanus mcmaster mcmichael
mcmillan mcmillen mcmillian mcmillin mcminn mcmorris mcmullen mcmullin mcmurray mcnabb mcnair mcnally
mcnamara mcnamee mcneal mcneely mcneil mcneill mcnew mcnulty mcnutt mcpeak mcphail mcphee mcpherson mcqueen
mcrae mcreynolds mcswain mcvay mcvey mcwhorter mcwilliams meacham mead meade meador meagan meaghan meagher
mears mecham mechelle medeiros medford medina medley medlin medlock mednis medrano medved medya mee meehan
meeuwis mefford megantara meghan mehdi mehloluhlaza mehmedovic mehmeti mehra mehriban mehrotra meichtry meier
meiers meijer meike meili meintjies meire meireles meister mejia mejía mekšs mel melancon melania melanson
melany melba melderis melek melendez melgar melike melina melis melisa melita melker mellett mellisa mellissa
mello mellon melngailis melnyk melo melodie melokuhle meloni melonie melony melton melva melvin melvina
meléndez mena menard menchaca mendenhall mendes mendez mendoza mendy menemencioğlu menendez menke menon mensa
mensah menu menéndez meraz mercado mercer mercurio merel merete merian meriem merilyn merino merissa merjem
merlak merle merlene mermoud meron merrell merri merrick merrifield merrill merriman merritt merriweather
mert mertens mertoğlu mertz merve mervin mervyn meryem meryl merz mesa mesquita messi messick messier messina
messner meta metcalf mete mette mettler metts metz metzger metzler meunier meyer meyers meylan meza mezei
meïssa meškūns mfeka mfumu mgenge mhambi mhlanga mhlongo mica micael micaela micha michaela michaels michal
michale michalina michalski michaud michał micheal michele micheline michell michels michiels michiko mick
mickelson mickens mickey micki mickie mickle micky micrachi micu middlebrooks middleton midkiff midori miel
miele miettinen migdalia migliorini miha mihael mihai mihaila mihailescu mihailovs mihalache mihalcea
mihhailov mihály mija mika mikael mikaela mikaere mikail mikayla mikel mikkel mikkelsen mikki mikko miklós
mikolaj mikołaj mikula mila milagros milam milana milano milburn milea milena miley milford milhouse milica
milissa militaru milivoj miljenko milka milla millan millar millard mille millet millidge milligan milliken
millsap milne milner milos milosevic milsom milán mima mimo mims min minato mincey mindi mindy minenhle minh
minik mink minka minnick minter minton mintz miquel mirabela miral miramontes miran miranov miray miraziz
mirazizov mircea mirco mirea mirela mireles mirella mireya miriamo mirian mirjam mirka mirko mirkó mirlande
mirna miro miron mironov mirski mirta mirto mirza mirziyo mirziyoyev mishra mislav missy misti mitchel
mitchell mitchem mitja mittie mitzi miu mixon miyar mize mizell mizgîn miĉjo miķelis miķelsons mkhatshwa
mkhize mladen mlakar mlinar mngomezulu mnisi moa moats mobina mobley mobolaji mocanu moctar modesta modesto
modibo modise modou modrīte modupe moe moeller moen moffett moffitt mofifoluwa mofokeng moga mogbadunade
mohamad mohamadou mohammad mohan mohir mohirov mohler mohr moise moises moisés mojca mojica mojisola
mojisoluwa mojżesz mokwena mol moldovan moldoveanu molefe molenaar molina moll moller mollie molloy molnar
molnár moloi monaco monaghan monahan moncrief mondragon mondragón monika moniko monique moniz monnard monod
monroe monroy monserrat monson montalvo montanez montano montañez montaño monte monteiro montemayor montero
montes montez montoya monty monvīds mooney moonsamy moore moorehead moorman moosa mora moradeke moraes morais
moran morar moraru morawo morax morayo moraz moreau morehead morehouse moreira morel moreland morenike moreno
moretti morey morgan mori moriarty morin morina morissette moritz morkel morley morne morolake morozov
morozovs morrell morrill morrison morrissette morrissey morse morten mortensen mortenson morton mosby
moscheles mose moseley mosely moseo moser moshe mosher mosier mosinmileoluwa mosley mosqueda mostert
mosunmola mota motalo motaung moten motley motloung mott motteau mottet motunrayo moua mouhamadou mouhamed
mouhameth mouhammadou moulin moulton moultrie moura moussa moustapha mouton mowery moxidil moxigul moxina
moxinur moxira moxley moy moya moye moyer moyers moyosore mozart mozell mozelle močnik mphahlele mpilo
mpumelelo mqwebu mrignayani msibi msizi mthembu mthethwa mthunzi mtolo mtshali muattar muazzam mubina
mucenieks mucha mudau mudie mudīte mueller mufiz mufizov muhamado muhamed muhammad muhammadov muhammed muhsin
muhsinov muhtor muhtorov mui muinat muir muižnieks mukaram mukhopadhyay mulcahy mulder mulholland mulkey mull
mullen mullens muller mulligan mullin mullins mullis mumford munch muncy mundy munger munguia munguía munif
munifyev muniz munk munn munoz munro munroe munsamy munson muntean munteanu murad murat murati muratovic
murdock muresan murillo murilo muro murod murodov murphey murphy murray murrell murry musa musat musawenkosi
muschg musgrove musi musick musselman musser mussolini mustafo mustafoyev mustapha mustofa mustonen musulmon
musulmonov musy mutiat muyassar muyiwa muzaffar muzaffarov muñiz muñoz mya mybs myburg myburgh myer myers
myhrer myles myong myriam myrick myrlande myrna myron myrtice myrtie myrtis márcia mário márk márquez márton
mátyás máté mäder mäkelä mäkinen månsson mårtensson médoune méndez mércia mészáros mónica møller müller māra
mārcis māris mārtiņš mārīte mētra mələk məmmədov naasunnguaq nababan nabin nabors nada nadalina nadeau nadene
nader nadina nadir nadja nadya nadzieja nafisa nagel nagle nagode nagy nahia nahid nahom naik naima
nainggolan nair naja najera najmiddin najmiddinov najmudin nakajima nakamura nakashima nakia nakisha
nalbantoğlu nall nalla nalley nambeesan namboothiri namiķis nance nanci nand nanda nandi nanette nanna
nannette nannie naoma naomie napier napitupulu napoleon napolitano naquin nara naranjo narayan narcis narcisa
narges nargiza narimon narimonov narin narpati narvaez narváez nascimento nash nashiruddin nasiba nason
nasriddin nasriddinov nasrullah nastase natale natalija natalya natan natanael nataniel natasa nataša
nathalie nathanael nathanial nathy natiq natividad natka natsir natália naude nauer nava navarrete navarro
nave nawroz nayar naylor nazario nazariusz nazary nazif nazifov nazrulloh nazrullohyev ncusi ndaba ndandali
ndao ndaw ndebele ndiaye ndione ndir ndleleni ndlovu ndondoloza ndong ndour ndoye ndukwu neace neacsu neagoe
neagu neal nealy neamtu neary nebioğlu necaise nechita necula neda nedelcu nedjeljka nedjeljko nedra needham
neel neeley neely neese neff negoita negrea negrete negron negru negrón nehir nehru neill neilson neja nejc
nel nela nelda neli nelia nelida nelisa nella nelle nelms nelsen nemcova nemec nemes nemeth nena neo neoma
nera nerea nereida nerissa nero nesa nesbit nesbitt nesmith nesreen ness nestor neta neto nettles neubauer
neuman neumann neva nevarez neven nevena nevenka neves neville nevin nevio nevárez newberry newby newcomb
newell newhouse newkirk newland newman newroz newsom newsome newson newton nez nga ngcobo ngcolosi ngema ngo
ngoc ngom ngozi ngubane nguyen nguyễn nguèr ngwazi ngwenya ngô nhlakanipho nhlapo nhleko niamh niane niang
niass niasse nica nichelle nichol nichole nicholls nichols nicholson nickel nickell nickels nickerson nicki
nickie nicklas nickolas nicky nico nicoara nicolae nicolasa nicoleen nicolescu nicolette nicoline nicolle
nicolás niculae niculescu nidia niedra nielsen nielson niemi nieminen nieto nieves nigar niggeler nigora
nihad niharika niilo nijland nik nika nikau nikhil niki nikia nikita nikki niklas niklaus niklāvs niko
nikodem nikola nikolao nikolas nikolasz nikolay nikole nikolic nikolina nikolov nikolova nikolĉjo nikos nila
nilay nilda niles nils nilsa nilsen nilsson nilufar nimakoah nimród ninalowo ninfa ninioluwa nino niraj
niroula nisa nisanur nischal nisha nissen nistor nita nitu nivi nix nixon niyilolawa nizom nizomiddin
nizomiddinov nizomov niño niştîman nkansa nkansah nkanyezi nkomo nkosenye nkosi nkosingiphile nkosinhle
nkosiyabo nkrumah nnamdi noa noam noaĥo nobre nodira noe noelia noella noelle noemi nofoto nogueira noila
nojeem nojus nokuthula nola nolan noland nolen noll nolte nolwazi nomaan nomvethe nomvula nona nondlela
nonhlanhla nonjabulo nonkululeko nonyana noonan norah norberg norbert norberto nordby nordin nordskaug
nordstrom nordström nore norene norfleet noriega norina norine normand norodahl norris northcutt norton
norwood nosir nosirjon nosirjonov nosirov nouf nour nourmont nova novak novakova novella novi novikov novotna
novotny novák nowak nowell nowlin noyes nozima nozipho nozulu noé noémi noël noëlle nsele nsia ntanzi nti
ntiamoa ntim ntokozo ntombela ntombizodwa ntuli nugent nugraha nugroho nuka null numanoğlu numbers nunez
nunley nunn nuno nur nuray nurbek nurbekov nurgün nuriddin nuriddinov nurlan nurlanov nurul nusrat nusratov
nusratulloh nusratullohyev nutt nuša nwachukwu nwogu nwuzor nxumalo nyaako nyame nyanda nyantakyi nyberg
nydia nye nygaard nygård nyla nylén nyman nyström nzimande nájera nándor nátán näf németh néné nóra núbia
núria núñez nûda nûdem nûredîn nərgiz nəzərov oakley oancea oates oba obama obanijesu obeng oberg oberlin
obiageli obianuju obid obidov obioma oblak obrian obrien obryan obryant ocampo ocasio ochoa ochs ochse ocie
oconnell oconner oconnor octavio oda odelia odell oden odetola odil odilyev odin odis odom odon odonnell odum
odunayo odunsi odval ofelia ofelya ofori ofosu ofélia ogawa ogden ogindan oginni ogle oglesby ogooluwa ogrady
ogulana ogunbamigbe ogunbanwo ogunbiyi ogunbo ogunde ogunwande ogunwobi ogunyeye ohara oier oisha ojala ojeda
ojo ojua ojārs oke okeefe okiki okonkwo okpattah oksana oktavian oktovian okumuş okunola okur okyere ola
olabode oladara oladare oladeji oladimeji oladipupo olaide olaiya olajumoke olakunle olamide olanrewaju
olansile olaoluwa olariu olaru olasunkanmi olasunmbo olasupo olatunbosun olav olavi olawale olayinka oldham
ole oleary oleg oleksandr olen oleta olim olimov olimpia olimpio olin olinger oliphant oliva olivares
olivarez olivas oliveira olivera olivier olivo olivárez olivér oliwia oliwier oliynyk olle ollie olmos
olmstead olof olofsson ololade olowokeere oloyede olsen olson olsson olstad oltean olteanu olubode olubukola
olubunmi olufeyikemi olufeyisayo olufunke olufunmi olufunmilayo olugbayila olujimi olukotun olukunga olumide
olumorotimi olusanya olusola olutola olutomiwa oluwafemi oluwagbemi oluwagbemiga oluwakemi oluwamumibori
oluwamuyiwa oluwanisola oluwasanmi oluwasegun oluwasemilore oluwaseun oluwaseyi oluwashina oluwatimilehin
oluwatobiloba oluwatofunmi oluwatosin oluwatoyosi oluwatumise oluwole oluwunmi olvera olympia oláh olívia
olīvija oma omad omadov omalley omani omara omawunmi omer omidina omina omobobola omobolaji omobolanle
omodunni omojola omolabake omolara omolola omosalewa omotara omotayo omotola omotolani omotoso omotoun
omowale omowumi ona ondrej oneal oneida oneil oneill ong onič onohinosen onome onoriode onose ontiveros
onufry onur onyinyechukwu oona oosterhuis oosthuizen opal oparinde opemipo opeoluwa opeyemi opoku oppenheimer
oppliger oppong oprea opris opuku oqil oqilyev oquendo oquinn ora oralia oraloğlu orbay orbán orcutt ordonez
ordóñez oreilly orellana oren oreofe orestes ori orif orifov ornelas orosco orosz orourke orozco orpha orr
orsós orta ortega ortego orth ortiz orton orval orville orvokki orwell orzu osama osborn osborne osburn osei
osgood oshea oshin osis oskar oskari oskaro osmund osorio ossie osteen oster ostervald ostrander ostrovskis
osuagwu osullivan osuna osunleke osuntokun osvaldo oswaldo oswalt otabek otabekov otero otha oti otilia otiwa
otoole ott otten otuo otīlija ouellette ouida oumar oumou ousley ousmane outlaw overby overman overstreet
overton owens owings owokoniran owolabi owoyemi owusu oyadiran oyaifo oybek oybekov oyebola oyelude oyenike
oyeniyi oyetoro oyeyemi oyga oyindamola oyindasola oyinkansola oyinlola oynur oysha oyunbileg ozansoy ozdemir
ozers ozod ozoda ozodbek ozodbekov ozodov ozoliņš ozols ozren ozturk ozuna oļegs oļģerts pabon pabón pacheco
packard padam paddock padgett padilla padma padraig padron padrón paduraru paez pagan pagano pahk pahng paige
paimo paine paiva pak pakalnietis paksüt palacio palacios pallesen palma palmieri palmira palmore palomino
palomo palters palumbo pam pamala pamelia pamella pana panait pandey pangestu panicker paninnguaq panka
pankracy panna pannell pansy pantaleon pantoja paola pap papadopoulos pape papp pappas paquette paquin
paradis paraschiv pardo pardue pare paredes parenteau parham parisi parke parkhurst parkin parkinson parlier
parmer parnell parr parra parris parrish parrott parry parsley particia partida partin parton partridge
parvati parvu pasca paschal paschall pascu pascual pasquale passmore pataki pate patel paterson pathé patil
patino patiño patrascu patrica patrice patricija patricio patrik patriko patrina patrizia patrycja patrycjusz
patrycy patryk patrīcija patten patterson patti pattie pattison patton patty paulette pauley paulie paulien
pauliina paulina paulino paulk paulo paulos paulse paulsen paulson paulīne paun pauļuks pava pave pavic
pavica pavlo pavlov pavlovic pavlovskis paweł paxton payne payton paz paŭlino peabody peachey peake pearce
pearle pearlie pearline pearman pearsall pearson pease peck peckham peden pedersen pederson pedigo pedraza
pedroza peebles peek peel peele peeler peeples peeters peggie pegues peixoto pekka pekkan pektemek pelagia
pelayo pelkey pellegrino pellerin pelletier peltier pelton pelumi pemberton pena pencis penda pender
pendergrass pendleton penelopa penn pennell penney pennie pennington penrod pentti pepin pepo perales peralta
perdana perdue perea pereira perera peretz perez peric perkins perla permadi pernilla pero perpetuo perreault
perret perri perrier perrin perrine perron perrone perrot perroy perryman persaud persson perî petar petcu
petek peterman peters petersen peterson petit petr petre petrea petrescu petri petrie petro petronela petros
petrov petrova petrovic petrovskis petry petteri pettersen pettersson pettigrew pettis pettit pettus pettway
peyton peña pfaff pfeifer pfeiffer pfister phak pham phan phang pharr phelan phelps phifer phila philander
philani philipp philips phillips phillis philpot phipps phiwokwakhe phuong phylis phyliss phùng phạm pia
piaget piazza picard picasso pichardo pichler pickard pickens pickering pickett pickle pictet pienaar pieper
piercy piero pierson pieter pieterse pigg piguet pike pikover pilcher pilkington pilla pillai pillay pimentel
pina pinas pinckney pinder pineda pinheiro pinho pinkerton pinkham pinkie pinkney pinkston pino pinon pinson
pintea pintilie pinto pintér pipaluk pipkin pippin pires pirjo pirkko piron pirtle pirvu pithey pitkänen
pitman pitre pitt pittard pittman pitts pius pizarro piña plante platon platt plomb plourde plumb plumley
plunkett podnieks podziņš poe poels pogue pohl poindexter poirier poisson polanco polat polikarp polina polis
polishchuk polizzi polk pollack pollard pollen polley pollock polona polson pomeroy ponce pons pontus pooja
poole poore popa popescu popov popovic popovici popp poppy porfirio porfiriusz porfiry porgants porras
porterfield portillo portis portmann posada posey postma poston potgieter pothuvaal potočnik potts poul
poulin poulsen pouye powe powell poyrazoğlu poçan prabin prabowo pradana pradhan pradipta prado prajapat
prakasa prakash pranowo prasad prasasta prasetya prasetyo prashant pratama prater prather pratt pravdan
pravit prayoga prebil preciado preda preece prem prempeh prendergast prentice prescott presley pressley
preston pretkalniņš pretorius prevost prewitt prešeren prichard pricilla priddy pridgen pridāns priedītis
prieto prifti primož pringle prinsen prinsloo priscila priska pritchard pritchett privat priyamvada probst
prochazka prochazkova procter proctor prodan proffitt prokles prokop prokul propst prosser proulx provencher
provost pruett pruitt pryor puckett puente puga pugh puiu pulido pullen pulley pulliam pumphrey purcell purdy
purna purnama purnawarman purnell purvis purwadi pury puryear puteri putin putman putnam putniņš putra
puķītis pyle pyles pyotr python páez pál pásztor päivi pålsson pérez péter pío pārsla pāvils pērkons pēteris
pētersons pəri qizilgul qobil qosim qualls quan quarles quartenoud quartey qudrat queenie queiroz quesada
quezada quiana quigley quiles quillen quimby quinlan quinodoz quinones quinonez quintana quintanilla quinten
quintero quintin quinton quirk quiroz quispe quiñones quiñónez quliyev rabina raby rachael racheal rachela
rachele rachell rachelle rachid rachida racine rackley racordon racquel radcliff radcliffe radebe radeke
rademacher rader radford radic rado radoi radtke radu radulescu rae rael rafaela rafaelo rafał rafferty rafid
rafidyev rafiq ragan ragland ragsdale rahardian rahel rahim rahimov rahmi rahn rahul raif raifyev raina
rainey rainwater raisa rajab rajabov rajasa rajata rajendra rajh rajina rajko rajmund rajna rajnold raju rak
rakesh raleigh raley ralf ralston rama ramage ramata ramatoulaye rambo ramey ramirez ramiro ramonita ramos
ramsay ramsey ramziddin ramziddinov ramziya ramírez rana randa randal randall randazzo randell randi randle
randolf raney rangel rania ranjan rankin rankins ransom rantanen raphael raphaël raposo rapp raquel rascon
rascón rashad rasheedah rashida rashidov rasifa rasmus rasmussen ratcliff rathbone rathbun ratliff ratna
ratnieks rau rauch rauf raufyev raul rausch raut ravelli ravet ravn ravshan ravshanov rawiri rawlings rawlins
rawls rawson raxmatulloh raxmatullohyev raya rayan rayburn rayford rayhan raymer raymon raymundo rayna rayner
raynor rayona rayxona razo raúl raĥelo rea reagan reams reanna reardon reaves reavis reba rebbecca rebeca
rebeka rebekah rebeko reber recep rector redden reddick reddy redman redmon redmond reece reedy reem reema
rees reese reeve reeves refugio regalado regan regena regis regitze regnārs rego regula regīna reich reichert
reid reihaneh reilly reimer reina reinaldo reinhard reinhardt reinhart reis reiss reiter reitz rembert
remilekun remillard remington remo remus remy rena renae renaldo renate renato renaud renault rendon rendra
rendón rene renea renette renfro renfroe renfrow renita renner reno rens renteria rentería rené renée renārs
renāte resendez resnik reséndez reta retha reto retta reuter reva rey reyansh reyes reymond reyna reynaldo
reynold reynolds reynoso reza reşo reşîd rhett rhinehart rhoades rhoads rhoden rhona rhone rhyne ria riaan
riana ribaupierre ribeiro riccardo ricci richards richardson richburg richelle richey richie richman richter
richárd rickard ricker ricketts rickey ricki rickie rickman ricks rico riddell riddick ridenour ridgeway
ridley riedel riekstiņš ries rietman rife riffle rigard rigby riggins riggs rigney rigoberto rigsby riisberg
riitta rija rikke rikki riko riley rimas rin rina rinaldi rincon rincón rinehart riner rino riojas riordan
rios ripley ris risa ritchey ritchie ritsma rittenberg rittenhouse ritter ritva ritz rivard rivas rivera
rivero riviere riya rizvon rizvonyev rizzo ričards roach roan roark robb robbe robbin robbins robby roberge
roberson roberts robertson robey robi robichaud robichaux robinette robinson robison robiya robledo robles
robson robt roby robyn rocco roch rocha rochaix rochat roche rochele rochelle rocio rockwell rocío rodarte
roddy roden roderyk rodger rodgers rodman rodrick rodrigue rodrigues rodriguez rodriquez rodríguez roe
roebuck roel rogelio rogers roghayyeh rohan rohde rohr roj rojas rojo rok rokhaya roko roksana rolanda
rolando roldan roldán rolfe rolfson rolland rollins rolon rolón roma romana romano romanovskis romelia romero
romeu romina romine romo romona romuald romulus romy romāns rona ronak ronan ronda rondeau roney roni ronja
ronke ronna ronni ronny ronî rood rooker rooks rooney roop roos roosevelt roque rosado rosalba rosalee
rosales rosalia rosalina rosalinda rosaline rosalva rosalyn rosamunda rosana rosanne rosaria rosario rosas
rosaura rosca roscoe roseann roseanna roseberry rosella roselle roselyn rosemarie rosen rosenbaum rosenberg
rosenberger rosenblum rosendo rosenfeld rosenthal rosetta rosina rosita roslyn rosser rossetti rossi rossman
rossouw rosu rotari rotaru roth rothman rotimi rougemont roulin roundtree roundy rountree roush rousseau
roussel roux rowan rowden rowe rowell rowland rowley rowling roxane roxann roxanna roxie roxy roybal royce
royer royster roza rozalia rozalija rozenbahs rozier rozina roziya rozo rozītis roşan rožkalns ruben rubenis
rubie rubin rubino rubio ruble rubye rubén ruch rucker rudd rudolfo rudy rudzītis rudīte rueben ruedi ruelas
ruff ruffin rufina ruggiero ruggles rui ruiz rumph rumsey runcis rune runge runion runnels runyan runyon
rupnik rupp ruppert rus rusk russ russel russo rustam rustamov rusu ruta ruthann rutherford ruthie rutledge
rutter ruud ruvalcaba ruža ružica ryals ryang ryder ryoo ryou ryszard ryu rácz räsänen réka rênas ríos róbert
róza róża röthlisberger röya røed rúben rûken rüegg rüttimann rüya rūdis rūdolfs rūsiņš rūta rəhimov rəşad
rəşid saadi saadiyev saanvi saarinen saavedra sabadell sabaly sabau sabdat sabian sabin sabina sabino sabo
saboxat saboxon sabra sabri sabīne sacco sachiko sachs sada sadar sade sadio sadler sadoqat sadowski
sadriddin sadriddinov sadıklar saeed saefullah saenz safa safford safiatou safir safira safiryev safiya
safiétou safo safoyev safura sagar sagna sahar saheed sahin sai saida saidov saini saito saiz sakamoto sakari
sakeena sakho sakineh sal salahudin salako salami salas salazar salcedo salcido saldana saldaña saldivar
salena salerno salgado salif salih salihovic salik salimata salimatou salina salinas saliou sall sallee
salley sallie salminen salmiņš salo saloh salohov salome salomea salomey salomon salonen salvador salvatore
salwator saly salyer samancı samandar samandarov samaniego samara samatha samb samba sambe sambou sami samina
samira samiryev samiya samkelo sammie sammons samons samosir sampson sams samual samuele samuelo samuels
samuelson samuelsson samukelisiwe sanabria sanborn sanches sanchez sancho sandalcı sandberg sandeep sanders
sanderson sandi sandifer sandler sandlin sandor sandoval sandoz sandro sandström sandu sanele sanford sanja
sanjin sanjuana sanjuanita sanne sanobar santa santacruz santamaria santana sante santillan santillán santino
santo santoro santos santosh santoso sanusi sanz sané saodat sapp saptono saputra saqib sarabia saragih
saraiva sarbu sardor sardorov sargent sari saric sarina sarita sarmiento sarmīte sarpong sarr sartin sarvar
sarvarov sarver sarvinoz sarı sarıoğlu sasaki sasser sato satoshi satria satterfield satterwhite satu sauceda
saucedo saucier sauer saulcerīte saulietis sauls saunders saundra saussure sava savanna savary savic savina
savoia savoie savolainen savu sawyer sawyers saxida saxton sayers saygıner sayles saylor sayre sayyora saèr
saúl saša sašo scanlan scanlon scarbrough schaefer schaeffer schafer schaffer schaller schatz schaub scheer
scheffler scheidegger schell schenck schenk scherer scherrer scheurer scheving schick schiller schilling
schiltz schindler schipper schlatter schlegel schleyer schlosser schmid schmidt schmit schmitt schmitz
schneider schnell schnider schnyder schoch schoeman schoen schofield scholl scholten scholtz scholz
schoonover schorderet schott schrader schramm schreiber schreiner schrepfer schrock schroder schroeder
schröder schrøder schubert schuler schulman schulte schultz schulz schulze schumacher schuman schumann
schuster schutz schwab schwartz schwarz schweitz schweitzer schweizer schwizgebel schäfer schär schärer
schürch scofield scoggins scottie scotty scribner scroggins scruggs scudder scully seale seamus searcy searle
searles sears seaton seay sebastiano sebastien sebastião sebastjan seck seckou sedillo seeley segal seger
segilola segovia segunmaru segura seibert seidel seifert seiler seinfeld seitz sekinat sekou selby selcan
selene selim selin sellars sellers selma sem seme semih semjonov semyonov sena senghor senn senne
senzangakhona seoh sepetçi sepp seppe seppo sepulveda sepúlveda serafin serafina serban serdar serena
serfontein sergey sergi sergio sergiusz serhad serhat serife serina serna serra serrano serrato seržants
sessions sessoms setayesh sethi setiawan setzer setälä sevara sevda sever severson sevilla sevinj seward
sewell seweryn sexton seydi seydou seye seymore seynabou sezek sfiso sha shackelford shad shafer shaffer shah
shahboz shahbozov shahd shahid shahobiddin shahobiddinov shahriyor shahriyorov shahzod shahzodov shai shaikha
shaim shaimaa shaina shaka shakira shakya shala shalewa shalonda shameka shamika shamsiddin shamsiddinov
shana shanahan shanaya shanda shandra shaneka shanell shani shania shanice shanika shanita shank shanklin
shanks shanna shannan shanon shanta shante shantel shantell shapiro shaquille shara sharee sharen shari
sharita sharkey sharla sharlene sharma sharonda sharpe sharron sharyn shasta shattuck shauna shavon shaw
shawanda shawn shawna shawnda shawnee shay shayla shayma shayna shayne shea shealy shearer shears sheba
sheehan sheena shehu shekoni shelba shelby sheldon shelia shelley shelli shellie shelly shelton shena shepard
shephard sheppard sheree sherer sheri sheridan sherie sherifa sherilyn sherita sherman sheron sherpa sherri
sherrie sherrill sherrod sherron sherry sherryl sherwood sheryl sherzod sherzodov shevchenko shevchuk shezi
shiela shifflett shiloh shilpa shimizu shin shinn shipley shipman shipp shira shirey shirisha shirk shirlee
shirlene shirli shirly shively shlomo shockey shockley shodiyor shodiyorov shoemake shoemaker shoffner
shohibov shola shon shona shonda shongwe shonna shoop shoup shouse showalter showers shrader shrestha shreve
shristi shriver shrum shu shukla shukrulloh shuler shull shultz shumaker shuman shumate shumway shupe shuster
shutt shyla sibiya sibley sibongile sibusiso siddhartha sidibé sidler sidonia sidy siebe siebert siegel
siegrist sien sietnieks sievers sifiso sigler sigmon signe sigrist sigurd sihombing sihotang sijuade sikes
sikora siler siliņš silje sillin silva silvan silvana silveira silverman silverstein silvey silvija sima
simanjuntak simbolon simen simeon similoluwa simion simionescu simisola simmen simmons simms simona simonds
simonet simono simons simonsen simonson simpkins simpson sims simão simões simčič sina sinaga sinan sinanoğlu
sinatra sinclair sindisiwe sindre sindy sinenhlanhla singh singletary singleton sinha sinikka sipe siphephelo
siphiwe sipho sipos sirait sirbu siregar sirineu siro sirois sirojiddin sirojiddinov siré sisco sisk sisneros
sisson sita sithembiso sithole sithuli siti sitompul sitorus situmorang siv siwele siyabonga siyanda siyaya
sizakele sizani sizemore sjöberg sjögren skaggs skaidrīte skeen skelton skidmore skiles skoglund skov skudra
skuterud skye slade slagle slaton slattery slavek slaven slavica slavin slavko slayton sledge sloan slobodan
slocum slone smalley smallwood smedsrud smeets smet smets smiley smirnov smit smith smitham smitherman
smithers smithson smock smogeli smoot smuģis smyth sname snapp snead snedden sneed snell snezana snider
snipes snježana snodgrass snook snooke snowden snyder snyman soare sobia sobit sobitov sobowale socorro sodiq
sodiqov sofer sofie sofija sofinjo sofio sofía sohib soileau sokhela sokhna sokol sokolov sol solange solano
solberg soledad solheim solis soliz solli solmaz solorio solorzano solovyov soltanov solís soma somayaji
somayyeh somers somerville sommer sommers somogyi sondisa sondors sondra sondre sonja sonjo sonko sonnier
sonny soo soper soraia soraya soren sorensen sorenson soria soriano sorrell sorrells sosa sosārs sotelo
sothole soto souare soucy soule souleymane soumaré soung sousa souta southard southerland southworth soutter
souza sowande sowell sowers soyinka soós spalding spangler spann sparkman sparrow spaulding spearman speer
speight spellman spence sperling sperry spicer spiegel spike spiller spillman spinelli spinks spirydion
spitzer spivey spoerri spradlin sprague spriggs sprinkle sprouse sproģis spruill sprūde spurgeon spurlock
spörri spīdola srećko srečko sri stacey staci stacia stacie stackhouse stadelmann stafford staggs stahl
staicu stalder staley stalin stallings stallworth stamatiadis stamm stancil stanciu stancu standley stanescu
stanfield stanford stanislao stanislava stanislaw stanisław stanko stansberry stansbury stanton staples
stapleton starkey starla starling starmer starnes starr staten staton staub stauffer staša stclair steadman
stearns stebbins steele steelman steen steenkamp stefanescu stefani stefania stefanie stefanino stefano
stefanos steffen steffensen stegall steger stegmann steiger stein steinberg steiner steinmann steinmetz stela
stensrud stephaans stephaine stephan stephane stephani stephany stephenie stephens stephenson stephine stepp
sterling sterre stettler stevens stevenson stevie stew steyn stgermain stickney stidham stig stiles stillman
stillwell stiltner stilwell stine stinnett stinson stipan stipe stites stith stitt stjepan stjohn stlouis
stockman stockton stockwell stoddard stoian stoica stojanovic stoker stokes stoll stoltz stoltzfus stonge
storey stott stovall stowe stowell stowers stoyanov stoyanova stpierre strader straka stratton straub strauss
strautiņš strautmanis strawn strazdiņš stribling stribor strickland strickler stricklin strobel stroe strom
stroman stromberg strother stroud stroup strunk strydon ström strömberg stu stubblefield stubbs stuckey
stucki studer stull stultz stumpf sturdivant sturgeon sturgill sturgis sturm sturmer stutz stutzman styger
stéphane stéphanie stêr stöckli suarez subash subedi subomi subotic suciu sudduth sudie sudrajat suellen
suggs suh suha suhrob suhrobov suk sukuts sulaimon sulaymon sulaymonov sullivan sulton sultonov sumayah
sumayyah sumeet sumit summerlin summers summerville sumner sumpter sumrall sundberg sunderland sune sunita
sunniva supriyanto suraj surber suresh surratt surya suryono susana susane susann susanne susano sushant susi
sussman suter sutermeister suthar sutherland sutphin sutter suttles sutton sutz suwarno suyuna suzan suzana
suzane suzann suzanna suzette suzie suzuki suzy suárez suélen svebor svend svendsen svensson svoboda
svobodova swafford swaim swain swank swann swanson swart swartz swearingen sweatt sweeney swenson swiger
swindell swindle swink swinney swinton swisher switzer swope syahreza sybilla syble syd syed sykes sylla
sylvie sylwester sylwia symcox synne szabo szabolcs szabó szalai szasz szczepan szekeres szilágyi szofi
szofia szonja szymanski szymon székely szófia szücs szőke szűcs sáenz sámuel sánchez sándor sára sárközi
sæther sène ségnane sékou sérgio sílvia sîma sîpan söderberg sözeri søren sørensen sørlie süleymanoğlu sējējs
sīlis səbinə tabatha tabb tabea taber tabor tabris tabrisov tacjana tackett tad tade tadej tadeo tadgh tafoya
taft taggart tagore taha tahincioğlu tahir tahirovic tahlia taichi taika tait taiwo takahashi takyi takács
tala talabani talbert talbot talbott talita talitha tallent talley tallman talwar tam tamala tamang tamar
tamas tamatha tamayo tamba tameka tamela tamera tamez tami tamie tamika tamiko tammi tammie tammy tampubolon
tamra tamunoemi tamás tamāra tan tana tanaka tanase tandon tanesha tang tangela tangen tanika tanisha tanja
tankersley tanna tanner tanrıkulu tansu tapani tapia tapio tapley tapp tarah tarana tardiff tareq tari
tarihoran tarja tarr tarrant tarsha tarver taryn tasa tasha tataru tate tatjana tatro tatsuki tatum tavares
tawana tawanda tawanna tawia tawnya taylor tazegül taş taşlı taşçı teague teal tedder tedesco teel teena
teeter tegan teicāns teixeira teja tejada tejeda tejumola tekand tekelioğlu tekin tekla tella tellervo tellez
tello temidayo temitope templeton tena tenisha tennant tenney tennyson teo teodor teodora teodorescu teodoro
teofil tera terencjusz teresita teressa tereza terezija terezo teri terlouw terra terrance terrazas terrell
terrence terresa terri terrie terrill tertuliano terán terēze tessie testa tetreault tew thabisa thacker thad
thadie thalia thamrin thamsanqa thando thandolwethu thanh thao thapa tharp tharpe thatcher thayer theda theis
theisen themba theodor theresia theriault theriot theron therrien thersa theunis theunissen theuns thiago
thiam thiao thiaw thibault thibeault thibo thibodeau thibodeaux thiel thielen thierno thierry thigpen thijs
thill thiongane thioub thioune thisell thobeka thom thoma thomason thommen thompkins thompson thomsen thomson
thorarensen thoresen thorlacius thornburg thorne thornhill thornton thorp thorpe thorson thorton thoyana
thrash thrasher thresa thu thulani thulisile thumbeza thurber thurman thurmond thurston thusi thuy théo
thérèse tia tiago tian tiana tianna tiara tibbetts tibbs tiberio tibo tibor tice tidiane tidwell tierney
tierra tiesha tiffani tiffanie tiffany tiffiny tihomir tiina tija tijana tijerina tilen tillery tilley tillie
tillman tiltiņš tilton timberlake timea timm timmerman timmermans timmons timms timmy timo timon timotej
timoteo timur tindall tine tingle tingting tinguely tinker tinney tinsley tipton tirado tiril tisdale tisha
tissot titi titilayo titilope tjaša tjin tkachenko tobey tobiasz tobiloba tobin tobler tod todorov todorova
toft tohir tohirov toivonen tokatlıoğlu toke tokgöz toki tokunbo tolbert tolentino toler toliver tolley
tolliver tolman tolson tolstoy tolulope toluwalope toluwani toluwanimi toma tomas tomasa tomaso tomasz tomaž
tome tomeka tomescu tomic tomika tomiloba tomislav tomislava tomlin tomlinson tommaso tommie tomo tomoharu
tomori tompkins tomé toney tong toni tonia tonie tonija tonja tonka tonko tonya tonči tončica toole tooley
toombs toomey topaloğlu tope topçuoğlu tora toraman torbjörn torgersen torgerson tori toro torp torrence
torres torrey torrez torriani toscano tosha toth totten touré toussaint tovar towle towne townsend toya toyip
toyipov tracee tracey traci tracie trahan trainor trammell tran trandafir trantham traoré trapp trask travers
traylor treadway treadwell treece trejo tremblay trena trent trenton tresa tressa tressie treva trevino
treviño trey tribble trice tricia trif trifan trigg trimble trina trine trinh trinidad trinity triplett tripp
trish trisha trista trivedi troels trombley tromp trotman trott troupe troutman trowbridge troyer trpimir
trpko truax trudeau trudi trudie truesdale truitt trujillo truman truong trussell truter tryniski trček trīne
trương trần trịnh tsabalala tsai tschudi tse tshabalala tsosie tsotetsi tsui tuan tuana tuba tubbs tucci tuck
tucker tuckett tudor tudorache tudose tuggle tui tula tully tunaboylu tunar tunnell tunç tunçeri tuomas
tuominen turan turcan turcotte turcu turek turki turley turman turnage turnbow turnbull turney turpin turunen
tuttle tutu tuula tuulikki tuur tuva tučs tuğlu tuğluk tvrtko twana tweneboa twila twumasi twyla tyesha
tymoteusz tyndall tyner tyra tyree tyrell tyron tyrone tyrrell tyson téllez tórrez tóth török türk türkdoğan
türkyılmaz tütüncü tüzün tālbergs tālis tālivaldis tālrīts tăng tīna tīrelis tərlan ubaydulloh ubaydullohyev
uca uchechi uchqun uchqunov ueli uffe ughur ugne uitterdijk ulduz ulf ulibarri ulla ulloa ulmer ulrik ulrika
uluhan uluthando ulwazi uma umar umarov umberto umid umida umidulloh umidullohyev umidyev umut unax underhill
underwood undīne unger ungureanu unruh upchurch upshaw upton uqbaloy ural urban urbaniak urbina urena ureña
urfon urfonov uri urias uribe uriel uroš urquhart urrutia urs ursu ursulo urte urías urška usha usher usman
usmon usmonov ussery utama utley uwais uxue uys uzayr uzayrov uzbegim uzodimma uģis vaca vaccaro vachon vada
vaduva vafo vafoyev vagn vail vaillancourt vaivads val vala valadez valarie valda valdemar valdemārs valdes
valdez valdivia valdés valente valenti valentim valentino valentín valentīna valentīns valenzuela valera
valerija valerio valery vali valladares valle vallejo valles vallet vallie vallienne valorie valter valters
valtteri valverde valérie valērija valērijs van vanags vanburen vanbuskirk vance vanda vandamme vandenberg
vandenberghe vandenbroeck vanderpool vandevelde vandiver vandusen vandyke vanegas vanesa vang vanhoose
vanhorn vanhouten vanja vanmeter vann vannessa vannoy vanover vanpelt vansickle vanwinkle varela varga vargas
vargo varma varman varner varney varrier vasco vasile vasilescu vasiliu vasils vasily vasilyev vasja
vasliddin vasquez vass vasseur vassiljev vatroslav vaughan vaughn vaught vaz vazquez veach veal vecumnieks
veda vedran vedrana vedvik veenstra vega vegge veiga veikko veilleux veinbergs veiss vela velana velaphi
velarde velasco velasquez velazquez velda veldsman velez velia velimir velimira velina velioğlu velma velva
velásquez velázquez vena venable vencel vendel venegas venera venessa venita ventura verax verbeek verda
verdin verdugo verduzco verena veres vergara vergie verhaeghe verhoeven verica verla verma vermeulen
vermillion vern vernell vernetta vernice vernie vernita veronika veroniko versfeld versie verstraete verónica
vesela vesely vesna vesta vestal vestergaard vetter vezi via vibeke vicenta vicente vick vickers vickery
vickey vicki vickie vid vida vidal vidmar vidovic vidrine vieira viera vierra viggo vihaan vijeko vijolīte
vikki vikky viklund viktoria viktorie viktorija viktoro viktória vilakazi vilde vilhelm vilhelmino vilhelmo
vilhelmīne viljem viljoen vilks villa villadsen villagomez villagómez villalba villalobos villalpando
villanueva villareal villarreal villasenor villaseñor ville villegas villy vilma vilmos vilmārs vilsons vilte
vilĉjo vina vince vincenc vincenza vincze vineyard vink vinka vinnie vinogradov vinson vinters vinther
vintila violeta violette virgie virgilio virgina virginie virtanen virág visagie visan visser vita vitale
vitor vittoria vitória vitālijs viva vivaan vivaldi vivan vivek viviana vivienne viviers vizbulīte viļums
vjekoslav vjenceslav vlad vladek vladimira vladimiro vladislav vlado vlatko vogel vogt voicu voigt voinea
vojtech voldemārs volk volkov vollis vollmer volodymyr volpe volz von vonda vonnie voorhees vorobyov vos
vosil vosilyev vosloo voss vreni vue vukovic vusala vusumuzi váradi vázquez vânia väisänen vélez véliz
véronique víctor vítor vörös vācietis vēsma vītiņš vītoliņš vītols vītums vương vəliyev waage wacana wachter
wackrill wacław waddell waddle wadsworth wagenaar waggoner wagner wahl wahyudin wai wainwright waite wakana
wakefield walden walder waldo waldon waldron waldrop wale walenty walentyn walentyna waleria walerian walery
walgierz wallen wallin wallis wally walsh walston walters walther walton waluyo waly walz wampler wane wanesa
wang wanita wannes waqila wardana ware warfield warley warnock warre warrick warrington washburn wasita wasiu
waskita wasserman wasson watanabe waterman watkins watson watt watters watts waugh wawrzyniec waylon wayman
weatherby weatherford weathersby weatherspoon webb webster weddle weekley weems wegmann wegner wehrle wehrli
wei weibel weidner weigel weil weiland weiler weimann weimer weinberg weiner weinstein weir weis weise weiss
welat welborn welch weldon welker wellman welter welti welton welty wendel wendell wendi wendt wenger
wentworth wentz wentzel wenzel werner weronika wert wertz wes wescott wessel wessels wesson westbrook
westcott westerman westfall weston westover westphal wetmore wettstein wetzel whalen whaley wharton whatley
wheatley wheaton whelan whetstone whipple whitacre whitaker whitcomb whitehead whitehouse whitehurst whiteman
whitener whiteside whitfield whitford whitley whitlock whitlow whitman whitmer whitmire whitmore whitney
whitni whitny whitson whitt whittaker whittemore whitten whittington whittle whitworth whorton whyte wiafe
wiara wibisono wibowo wicaksono wick wicker wickham wicks widelene widmer widodo wiegand wieland wiener wiese
wigfall wiggins wijaya wikström wiktor wiktoria wila wilbanks wilber wilbert wilborn wilburn wilcher wilcox
wilda wilde wilderman wildman wiles wiley wilfong wilford wilfredo wilfrid wilfried wilfryd wilhite wilke
wilkens wilkerson wilkes wilkie wilkins wilkinson wilks willane willard willems willemsen willene willett
willette willey willi williams williamson willian williford willingham willis willoughby willson wilmer
wilmot wilmoth wilson wilton wimberly wimmer winarno wincenty winchell winder windham windler winfield
winford winfred winfrey winfried wingard wingate wingfield wingo winkler winn winnifred winona winslow
winstead winther winton wirginia wirth wirz wiseman wisniewski witalis witham withers witherspoon withrow
witkowski witt witte wofford wojciech wojcik wolcott wold wolfe wolff wolford wolmerans wolters womack womble
wong woo woodall woodard woodbury woodcock woodford woodhouse woodley woodman woodring woodrow woodruff
woodson woodward woodworth woody woolard wooldridge wooley woolley woolsey wooten worden worley worrell
worsham wortham worthen worthington wosiyane wout wouter wouters wozniak wray wren wrenn wright wuraola wyant
wyatt wyche wyckoff wylie wyman wynn wynne wynona wyrick wyss wüthrich władysław włodzimierz xaba xalima
xander xatûn xaver xebat xelîl xenia xezal xhoel xiao xiaomei xiaoyan xinyi xiomara xiong xochitl xəlilov yaa
yaamoa yacine yade yadira yael yager yagmur yago yahli yahya yahyo yahyoyev yakubu yalçın yamada yamaguchi
yamamoto yamasaki yamashita yamazaki yamileth yan yana yancey yancy yanez yang yango yanis yann yannick
yannik yanuar yaqub yarborough yarbrough yaretzi yarin yaroslav yasin yasmine yassin yassine yates yavuz yaw
yawson yaya yazzie yazıcı ybarra yeager yeboa yeboah yee yejide yekta yelena yen yengwa yesenia yetkiner
yetta yetunde yeun yeung yevgeni yevgeny yewande yeşilkaya yibanathi yildirim yildiz yilmaz ying yingling
yirenkyi yocum yoder yoho yoko yokoyama yolande yolonda yonas yonatan yonathan yong yoo yoon yoqub yoqubov
yorbek yorbekov yoro yorqin yorulmaz yoshida yoshiko yost youmans younes youngblood yount yousouf youssef
youssou youssouph youssoupha yozida yoznur yoznurov yudhistira yuen yuina yulianto yun yuna yunus yunusov
yuriy yury yusif yussuf yusufyev yuuma yuval yvona yvone yvonna yáñez yûsiv yüksel yıldırım yıldız yıldızoğlu
yılmaz yılmazer zabir zabirov zac zach zachariah zachariasz zachery zack zackary zada zafar zafarov zaharia
zahid zahir zahn zahra zaida zainab zaira zakaria zakharov zala zaleski zalán zambrano zamenhof zamfir zamora
zamudio zan zana zandra zane zanele zapata zapletal zaragoza zarate zariņš zaur zavala zayas zayd zaydov
zayniddin zayniddinov zaytsev zbinden zdenka zdenko zdeslava zdravko zehnder zehra zeidmanis zeigler zeinab
zejnep zelaya zelenka zella zeller zelma zeltiņš zeltīte zena zenaida zeno zenobia zente zenzele zepeda
zerdeşt zerya zeyd zeynab zeynep zhang zhao zhou zhu ziedīte ziegler zielinski ziemann ziemelis zigfrīda
zigfrīds zigmārs zigrīda zijlstra zilan zilola zimmer zimmerman zimmermann zina zineb zingg zink zinn zita
zithulele ziyo ziyoyev zlata zlatica zlatka zobuhle zoey zofija zohid zohidov zohir zohirov zoila zokir zola
zollinger zoltan zoltán zona zondi zondo zook zoraida zoran zorka zoyir zoé zoë zrinislav zrinko zselyke
zsofia zsolt zsombor zsófia zubane zubayr zubayrov zuber zuiderveld zula zulema zulkarnain zulma zuma zunda
zungu zuniga zuxra zuzanna zvaigzne zvejnieks zviedrs zvinelis zvonimir zwane zygmunt zénó zétény zîlan zîn
zúñiga zürcher zālītis zībers zīle ábel ádám ákos ángel ángela ármin áron áurea ávalos ávila ângelo åberg åke
åkesson åsa çakır çamdalı çapanoğlu çatalbaş çağıran çelik çetin çetiner çevik çîya çörekçi écoffey érica
ígor íris óscar öberg öcalan ömer önür örge öymen özberk özbey özbir özcan özdemir özdenak özdoğan özer
özgörkey özkan özkara özkök öztonga öztuna öztürk ødegård østby østli ülker ülkər ülviyyə ünal ābele āboliņš
āboltiņš ādams ādolfs ārija ārijs āris ĉarloto časlav černe črešnik čudars đina đinh đoàn đurda đào đặng
ērika ēriks ēvalds ģederts ģertrūde ģirts ĥimeno īrisa ĵeromo ķeizars ķēniņš łazarz łucja łukasz şahin şaiq
şen şervan şimşek şêxmus şîlan şîrîn şəhriyar šašek šileiko širovs šmits šolar špela štef štefan šteins
štrukelj šīrants ūdris żaneta žan žanete žanis žanna željko ženija žiga žubīte əhməd əhmədov əliyev ələkbərov`);

/** Ordinary words that are among the 2,000 commonest surnames of that census. */
const SURNAMES_THAT_ARE_WORDS = wordSet(`
akins archer ash bacon baker ball banks barber barker barnes bass bates battle beach beard beaver bell bender
best bird black bland bliss block bloom blue bond bonds booker bower bowles bowling boyd boyer branch bridges
bright brooks brown browning buck bunch burger burns bush butcher butler butts call camp cannon carpenter
carrier carter carver case cash castle cates chambers champagne champion chase cherry childs chin clay coates
combs comer cook cope cotton couch craft crews cross crow dale darling day deal decker diamond dick dodge
dove downing downs drew driver dukes dye early elder estes fair farmer field fields fish fisher flint flood
ford forrest foster fountain fowler fox frank franks friend frost fry fuller gaines garrison gates gay gentry
givens glass glover goins gold golden grace grant graves gray green grimes gross grove grover groves guy hale
hall ham hammer hand harden harding hardy hare harper hawk hayes hays head heard heath heller helms herring
hill holder hood hooker hooks hope hopper horn horner houser hull hunt hunter hurt jack james joiner jolly
keen key keyes keys kidd knight ladd laird lake lamb land law lay lester light link little long love manning
marks marsh martin mason mayer mayes mays meadows means meeks messer miles miller mills miner minor mock
moody moon morales morrow moss noble oakes oliver pace pack painter palmer park parker parks parsons peacock
peoples person petty pierce piper plummer pool porter potter powers price quick raines ray read reed reeder
rice rich riddle rivers rock root roper rose rouse rush rushing salter sands savage seals self sharp shaver
sheets shepherd shields shook short silver singer skinner slater slaughter small smart snow sparks spears
springer stark starks stern steward stone story stout stover stringer strong swan sweet swift temple trotter
turner vigil wade walker wall waller walls ward warner waters weaver webber weber weeks wells wheeler white
wilder wills winter winters wise wolf wood woods workman young`);

/** Whether a word is the name of many people and no ordinary word. */
export function isKnownName(word: string): boolean {
  const lower = word.toLowerCase();
  return NAMES.has(lower) || (lower.includes("-") && lower.split("-").some((part) => NAMES.has(part)));
}

/** "Baker", "Stone". */
export function isSurnameAsWord(word: string): boolean {
  return SURNAMES_THAT_ARE_WORDS.has(word.toLowerCase());
}
