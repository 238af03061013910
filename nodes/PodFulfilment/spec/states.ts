/*!
 * The states, provinces and territories of countries whose addresses have their codes, and those of other countries whose
 * codes are numbers.
 *
 * Made by `npm run generate` from the data of this library, with some names that shops and people use instead. Do not
 * edit it here.
 *
 * iso-3166 4.4.0
 *
 * (The MIT License)
 *
 * Copyright (c) 2020 Titus Wormer <tituswormer@gmail.com>
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * 'Software'), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED 'AS IS', WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
 * IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
 * CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
 * TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
 * SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/** Names by code, of a list such as `MI Milano, MN Mantova`. */
const statesOf = (list: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		list.split(',').map((state) => {
			const [code = '', ...words] = state.trim().split(' ');
			return [code, words.join(' ')];
		}),
	);

/**
 * States whose codes are part of an address (spec section 2, Recipient: `stateCode`), by country and by the code of
 * ISO 3166-2 without the country. Addresses in other countries have no state code, or none that carriers need.
 */
export const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	AU: statesOf(`
		ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory,
		QLD Queensland, SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia
	`),
	BR: statesOf(`
		AC Acre, AL Alagoas, AM Amazonas, AP Amapá, BA Bahia, CE Ceará, DF Distrito Federal,
		ES Espírito Santo, GO Goiás, MA Maranhão, MG Minas Gerais, MS Mato Grosso do Sul,
		MT Mato Grosso, PA Pará, PB Paraíba, PE Pernambuco, PI Piauí, PR Paraná, RJ Rio de Janeiro,
		RN Rio Grande do Norte, RO Rondônia, RR Roraima, RS Rio Grande do Sul, SC Santa Catarina,
		SE Sergipe, SP São Paulo, TO Tocantins
	`),
	CA: statesOf(`
		AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick,
		NL Newfoundland and Labrador, NS Nova Scotia, NT Northwest Territories, NU Nunavut,
		ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon
	`),
	IN: statesOf(`
		AN Andaman and Nicobar Islands, AP Andhra Pradesh, AR Arunachal Pradesh, AS Assam, BR Bihar,
		CG Chhattisgarh, CH Chandigarh, DH Dadra and Nagar Haveli and Daman and Diu, DL Delhi,
		GA Goa, GJ Gujarat, HP Himachal Pradesh, HR Haryana, JH Jharkhand, JK Jammu and Kashmir,
		KA Karnataka, KL Kerala, LA Ladakh, LD Lakshadweep, MH Maharashtra, ML Meghalaya,
		MN Manipur, MP Madhya Pradesh, MZ Mizoram, NL Nagaland, OD Odisha, PB Punjab, PY Puducherry,
		RJ Rajasthan, SK Sikkim, TN Tamil Nadu, TR Tripura, TS Telangana, UK Uttarakhand,
		UP Uttar Pradesh, WB West Bengal
	`),
	IT: statesOf(`
		AG Agrigento, AL Alessandria, AN Ancona, AO Aosta, AP Ascoli Piceno, AQ L'Aquila, AR Arezzo,
		AT Asti, AV Avellino, BA Bari, BG Bergamo, BI Biella, BL Belluno, BN Benevento, BO Bologna,
		BR Brindisi, BS Brescia, BT Barletta-Andria-Trani, BZ Bolzano, CA Cagliari, CB Campobasso,
		CE Caserta, CH Chieti, CL Caltanissetta, CN Cuneo, CO Como, CR Cremona, CS Cosenza,
		CT Catania, CZ Catanzaro, EN Enna, FC Forlì-Cesena, FE Ferrara, FG Foggia, FI Firenze,
		FM Fermo, FR Frosinone, GE Genova, GO Gorizia, GR Grosseto, IM Imperia, IS Isernia,
		KR Crotone, LC Lecco, LE Lecce, LI Livorno, LO Lodi, LT Latina, LU Lucca,
		MB Monza e Brianza, MC Macerata, ME Messina, MI Milano, MN Mantova, MO Modena,
		MS Massa-Carrara, MT Matera, NA Napoli, NO Novara, NU Nuoro, OR Oristano, PA Palermo,
		PC Piacenza, PD Padova, PE Pescara, PG Perugia, PI Pisa, PN Pordenone, PO Prato, PR Parma,
		PT Pistoia, PU Pesaro e Urbino, PV Pavia, PZ Potenza, RA Ravenna, RC Reggio Calabria,
		RE Reggio Emilia, RG Ragusa, RI Rieti, RM Roma, RN Rimini, RO Rovigo, SA Salerno, SI Siena,
		SO Sondrio, SP La Spezia, SR Siracusa, SS Sassari, SU Sud Sardegna, SV Savona, TA Taranto,
		TE Teramo, TN Trento, TO Torino, TP Trapani, TR Terni, TS Trieste, TV Treviso, UD Udine,
		VA Varese, VB Verbano-Cusio-Ossola, VC Vercelli, VE Venezia, VI Vicenza, VR Verona,
		VT Viterbo, VV Vibo Valentia
	`),
	MX: statesOf(`
		AGU Aguascalientes, BCN Baja California, BCS Baja California Sur, CAM Campeche,
		CHH Chihuahua, CHP Chiapas, CMX Ciudad de México, COA Coahuila, COL Colima, DUR Durango,
		GRO Guerrero, GUA Guanajuato, HID Hidalgo, JAL Jalisco, MEX México, MIC Michoacán,
		MOR Morelos, NAY Nayarit, NLE Nuevo León, OAX Oaxaca, PUE Puebla, QUE Querétaro,
		ROO Quintana Roo, SIN Sinaloa, SLP San Luis Potosí, SON Sonora, TAB Tabasco, TAM Tamaulipas,
		TLA Tlaxcala, VER Veracruz, YUC Yucatán, ZAC Zacatecas
	`),
	US: statesOf(`
		AA Armed Forces Americas, AE Armed Forces Europe, AK Alaska, AL Alabama,
		AP Armed Forces Pacific, AR Arkansas, AS American Samoa, AZ Arizona, CA California,
		CO Colorado, CT Connecticut, DC District of Columbia, DE Delaware, FL Florida, GA Georgia,
		GU Guam, HI Hawaii, IA Iowa, ID Idaho, IL Illinois, IN Indiana, KS Kansas, KY Kentucky,
		LA Louisiana, MA Massachusetts, MD Maryland, ME Maine, MI Michigan, MN Minnesota,
		MO Missouri, MP Northern Mariana Islands, MS Mississippi, MT Montana, NC North Carolina,
		ND North Dakota, NE Nebraska, NH New Hampshire, NJ New Jersey, NM New Mexico, NV Nevada,
		NY New York, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, PR Puerto Rico,
		RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah,
		VA Virginia, VI Virgin Islands, VT Vermont, WA Washington, WI Wisconsin, WV West Virginia,
		WY Wyoming
	`),
};

/**
 * States whose codes are numbers, which nobody writes in an address (JP-13 is Tôkyô), by country and by number. Of countries
 * of which WooCommerce sends the number.
 */
export const NUMBERED_STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	AL: statesOf(`
		01 Berat, 02 Durrës, 03 Elbasan, 04 Fier, 05 Gjirokastër, 06 Korçë, 07 Kukës, 08 Lezhë,
		09 Dibër, 10 Shkodër, 11 Tiranë, 12 Vlorë
	`),
	BD: statesOf(`
		01 Bandarban, 02 Barguna, 03 Bogura, 04 Brahmanbaria, 05 Bagerhat, 06 Barishal, 07 Bhola,
		08 Cumilla, 09 Chandpur, 10 Chattogram, 11 Cox's Bazar, 12 Chuadanga, 13 Dhaka, 14 Dinajpur,
		15 Faridpur, 16 Feni, 17 Gopalganj, 18 Gazipur, 19 Gaibandha, 20 Habiganj, 21 Jamalpur,
		22 Jashore, 23 Jhenaidah, 24 Joypurhat, 25 Jhalakathi, 26 Kishoreganj, 27 Khulna,
		28 Kurigram, 29 Khagrachhari, 30 Kushtia, 31 Lakshmipur, 32 Lalmonirhat, 33 Manikganj,
		34 Mymensingh, 35 Munshiganj, 36 Madaripur, 37 Magura, 38 Moulvibazar, 39 Meherpur,
		40 Narayanganj, 41 Netrakona, 42 Narsingdi, 43 Narail, 44 Natore, 45 Chapai Nawabganj,
		46 Nilphamari, 47 Noakhali, 48 Naogaon, 49 Pabna, 50 Pirojpur, 51 Patuakhali, 52 Panchagarh,
		53 Rajbari, 54 Rajshahi, 55 Rangpur, 56 Rangamati, 57 Sherpur, 58 Satkhira, 59 Sirajganj,
		60 Sylhet, 61 Sunamganj, 62 Shariatpur, 63 Tangail, 64 Thakurgaon
	`),
	BG: statesOf(`
		01 Blagoevgrad, 02 Burgas, 03 Varna, 04 Veliko Tarnovo, 05 Vidin, 06 Vratsa, 07 Gabrovo,
		08 Dobrich, 09 Kardzhali, 10 Kyustendil, 11 Lovech, 12 Montana, 13 Pazardzhik, 14 Pernik,
		15 Pleven, 16 Plovdiv, 17 Razgrad, 18 Ruse, 19 Silistra, 20 Sliven, 21 Smolyan,
		22 Sofia (stolitsa), 23 Sofia, 24 Stara Zagora, 25 Targovishte, 26 Haskovo, 27 Shumen,
		28 Yambol
	`),
	DO: statesOf(`
		01 Distrito Nacional (Santo Domingo), 02 Azua, 03 Baoruco, 04 Barahona, 05 Dajabón,
		06 Duarte, 07 Elías Piña, 08 El Seibo, 09 Espaillat, 10 Independencia, 11 La Altagracia,
		12 La Romana, 13 La Vega, 14 María Trinidad Sánchez, 15 Monte Cristi, 16 Pedernales,
		17 Peravia, 18 Puerto Plata, 19 Hermanas Mirabal, 20 Samaná, 21 San Cristóbal, 22 San Juan,
		23 San Pedro de Macorís, 24 Sánchez Ramírez, 25 Santiago, 26 Santiago Rodríguez,
		27 Valverde, 28 Monseñor Nouel, 29 Monte Plata, 30 Hato Mayor, 31 San José de Ocoa,
		32 Santo Domingo, 33 Cibao Nordeste, 34 Cibao Noroeste, 35 Cibao Norte, 36 Cibao Sur,
		37 El Valle, 38 Enriquillo, 39 Higuamo, 40 Ozama, 41 Valdesia, 42 Yuma
	`),
	DZ: statesOf(`
		01 Adrar, 02 Chlef, 03 Laghouat, 04 Oum el Bouaghi, 05 Batna, 06 Béjaïa, 07 Biskra,
		08 Béchar, 09 Blida, 10 Bouira, 11 Tamanrasset, 12 Tébessa, 13 Tlemcen, 14 Tiaret,
		15 Tizi Ouzou, 16 Alger, 17 Djelfa, 18 Jijel, 19 Sétif, 20 Saïda, 21 Skikda,
		22 Sidi Bel Abbès, 23 Annaba, 24 Guelma, 25 Constantine, 26 Médéa, 27 Mostaganem, 28 M'sila,
		29 Mascara, 30 Ouargla, 31 Oran, 32 El Bayadh, 33 Illizi, 34 Bordj Bou Arréridj,
		35 Boumerdès, 36 El Tarf, 37 Tindouf, 38 Tissemsilt, 39 El Oued, 40 Khenchela,
		41 Souk Ahras, 42 Tipaza, 43 Mila, 44 Aïn Defla, 45 Naama, 46 Aïn Témouchent, 47 Ghardaïa,
		48 Relizane, 49 Timimoun, 50 Bordj Badji Mokhtar, 51 Ouled Djellal, 52 Béni Abbès,
		53 In Salah, 54 In Guezzam, 55 Touggourt, 56 Djanet, 57 El Meghaier, 58 El Meniaa
	`),
	HR: statesOf(`
		01 Zagrebačka županija, 02 Krapinsko-zagorska županija, 03 Sisačko-moslavačka županija,
		04 Karlovačka županija, 05 Varaždinska županija, 06 Koprivničko-križevačka županija,
		07 Bjelovarsko-bilogorska županija, 08 Primorsko-goranska županija,
		09 Ličko-senjska županija, 10 Virovitičko-podravska županija, 11 Požeško-slavonska županija,
		12 Brodsko-posavska županija, 13 Zadarska županija, 14 Osječko-baranjska županija,
		15 Šibensko-kninska županija, 16 Vukovarsko-srijemska županija,
		17 Splitsko-dalmatinska županija, 18 Istarska županija, 19 Dubrovačko-neretvanska županija,
		20 Međimurska županija, 21 Grad Zagreb
	`),
	JM: statesOf(`
		01 Kingston, 02 Saint Andrew, 03 Saint Thomas, 04 Portland, 05 Saint Mary, 06 Saint Ann,
		07 Trelawny, 08 Saint James, 09 Hanover, 10 Westmoreland, 11 Saint Elizabeth, 12 Manchester,
		13 Clarendon, 14 Saint Catherine
	`),
	JP: statesOf(`
		01 Hokkaidô, 02 Aomori, 03 Iwate, 04 Miyagi, 05 Akita, 06 Yamagata, 07 Hukusima, 08 Ibaraki,
		09 Totigi, 10 Gunma, 11 Saitama, 12 Tiba, 13 Tôkyô, 14 Kanagawa, 15 Niigata, 16 Toyama,
		17 Isikawa, 18 Hukui, 19 Yamanasi, 20 Nagano, 21 Gihu, 22 Sizuoka, 23 Aiti, 24 Mie, 25 Siga,
		26 Kyôto, 27 Ôsaka, 28 Hyôgo, 29 Nara, 30 Wakayama, 31 Tottori, 32 Simane, 33 Okayama,
		34 Hirosima, 35 Yamaguti, 36 Tokusima, 37 Kagawa, 38 Ehime, 39 Kôti, 40 Hukuoka, 41 Saga,
		42 Nagasaki, 43 Kumamoto, 44 Ôita, 45 Miyazaki, 46 Kagosima, 47 Okinawa
	`),
	KE: statesOf(`
		01 Baringo, 02 Bomet, 03 Bungoma, 04 Busia, 05 Elgeyo/Marakwet, 06 Embu, 07 Garissa,
		08 Homa Bay, 09 Isiolo, 10 Kajiado, 11 Kakamega, 12 Kericho, 13 Kiambu, 14 Kilifi,
		15 Kirinyaga, 16 Kisii, 17 Kisumu, 18 Kitui, 19 Kwale, 20 Laikipia, 21 Lamu, 22 Machakos,
		23 Makueni, 24 Mandera, 25 Marsabit, 26 Meru, 27 Migori, 28 Mombasa, 29 Murang'a,
		30 Nairobi City, 31 Nakuru, 32 Nandi, 33 Narok, 34 Nyamira, 35 Nyandarua, 36 Nyeri,
		37 Samburu, 38 Siaya, 39 Taita/Taveta, 40 Tana River, 41 Tharaka-Nithi, 42 Trans Nzoia,
		43 Turkana, 44 Uasin Gishu, 45 Vihiga, 46 Wajir, 47 West Pokot
	`),
	KN: statesOf(`
		01 Christ Church Nichola Town, 02 Saint Anne Sandy Point, 03 Saint George Basseterre,
		04 Saint George Gingerland, 05 Saint James Windward, 06 Saint John Capisterre,
		07 Saint John Figtree, 08 Saint Mary Cayon, 09 Saint Paul Capisterre,
		10 Saint Paul Charlestown, 11 Saint Peter Basseterre, 12 Saint Thomas Lowland,
		13 Saint Thomas Middle Island, 15 Trinity Palmetto Point
	`),
	PA: statesOf(`
		1 Bocas del Toro, 10 Panamá Oeste, 2 Coclé, 3 Colón, 4 Chiriquí, 5 Darién, 6 Herrera,
		7 Los Santos, 8 Panamá, 9 Veraguas
	`),
	PY: statesOf(`
		1 Concepción, 10 Alto Paraná, 11 Central, 12 Ñeembucú, 13 Amambay, 14 Canindeyú,
		15 Presidente Hayes, 16 Alto Paraguay, 19 Boquerón, 2 San Pedro, 3 Cordillera, 4 Guairá,
		5 Caaguazú, 6 Caazapá, 7 Itapúa, 8 Misiones, 9 Paraguarí
	`),
	RS: statesOf(`
		00 Beograd, 01 Severnobački okrug, 02 Srednjebanatski okrug, 03 Severnobanatski okrug,
		04 Južnobanatski okrug, 05 Zapadnobački okrug, 06 Južnobački okrug, 07 Sremski okrug,
		08 Mačvanski okrug, 09 Kolubarski okrug, 10 Podunavski okrug, 11 Braničevski okrug,
		12 Šumadijski okrug, 13 Pomoravski okrug, 14 Borski okrug, 15 Zaječarski okrug,
		16 Zlatiborski okrug, 17 Moravički okrug, 18 Raški okrug, 19 Rasinski okrug,
		20 Nišavski okrug, 21 Toplički okrug, 22 Pirotski okrug, 23 Jablanički okrug,
		24 Pčinjski okrug, 25 Kosovski okrug, 26 Pećki okrug, 27 Prizrenski okrug,
		28 Kosovsko-Mitrovački okrug, 29 Kosovsko-Pomoravski okrug
	`),
	TH: statesOf(`
		10 Krung Thep Maha Nakhon, 11 Samut Prakan, 12 Nonthaburi, 13 Pathum Thani,
		14 Phra Nakhon Si Ayutthaya, 15 Ang Thong, 16 Lop Buri, 17 Sing Buri, 18 Chai Nat,
		19 Saraburi, 20 Chon Buri, 21 Rayong, 22 Chanthaburi, 23 Trat, 24 Chachoengsao,
		25 Prachin Buri, 26 Nakhon Nayok, 27 Sa Kaeo, 30 Nakhon Ratchasima, 31 Buri Ram, 32 Surin,
		33 Si Sa Ket, 34 Ubon Ratchathani, 35 Yasothon, 36 Chaiyaphum, 37 Amnat Charoen,
		38 Bueng Kan, 39 Nong Bua Lam Phu, 40 Khon Kaen, 41 Udon Thani, 42 Loei, 43 Nong Khai,
		44 Maha Sarakham, 45 Roi Et, 46 Kalasin, 47 Sakon Nakhon, 48 Nakhon Phanom, 49 Mukdahan,
		50 Chiang Mai, 51 Lamphun, 52 Lampang, 53 Uttaradit, 54 Phrae, 55 Nan, 56 Phayao,
		57 Chiang Rai, 58 Mae Hong Son, 60 Nakhon Sawan, 61 Uthai Thani, 62 Kamphaeng Phet, 63 Tak,
		64 Sukhothai, 65 Phitsanulok, 66 Phichit, 67 Phetchabun, 70 Ratchaburi, 71 Kanchanaburi,
		72 Suphan Buri, 73 Nakhon Pathom, 74 Samut Sakhon, 75 Samut Songkhram, 76 Phetchaburi,
		77 Prachuap Khiri Khan, 80 Nakhon Si Thammarat, 81 Krabi, 82 Phangnga, 83 Phuket,
		84 Surat Thani, 85 Ranong, 86 Chumphon, 90 Songkhla, 91 Satun, 92 Trang, 93 Phatthalung,
		94 Pattani, 95 Yala, 96 Narathiwat
	`),
	TR: statesOf(`
		01 Adana, 02 Adıyaman, 03 Afyonkarahisar, 04 Ağrı, 05 Amasya, 06 Ankara, 07 Antalya,
		08 Artvin, 09 Aydın, 10 Balıkesir, 11 Bilecik, 12 Bingöl, 13 Bitlis, 14 Bolu, 15 Burdur,
		16 Bursa, 17 Çanakkale, 18 Çankırı, 19 Çorum, 20 Denizli, 21 Diyarbakır, 22 Edirne,
		23 Elazığ, 24 Erzincan, 25 Erzurum, 26 Eskişehir, 27 Gaziantep, 28 Giresun, 29 Gümüşhane,
		30 Hakkâri, 31 Hatay, 32 Isparta, 33 Mersin, 34 İstanbul, 35 İzmir, 36 Kars, 37 Kastamonu,
		38 Kayseri, 39 Kırklareli, 40 Kırşehir, 41 Kocaeli, 42 Konya, 43 Kütahya, 44 Malatya,
		45 Manisa, 46 Kahramanmaraş, 47 Mardin, 48 Muğla, 49 Muş, 50 Nevşehir, 51 Niğde, 52 Ordu,
		53 Rize, 54 Sakarya, 55 Samsun, 56 Siirt, 57 Sinop, 58 Sivas, 59 Tekirdağ, 60 Tokat,
		61 Trabzon, 62 Tunceli, 63 Şanlıurfa, 64 Uşak, 65 Van, 66 Yozgat, 67 Zonguldak, 68 Aksaray,
		69 Bayburt, 70 Karaman, 71 Kırıkkale, 72 Batman, 73 Şırnak, 74 Bartın, 75 Ardahan, 76 Iğdır,
		77 Yalova, 78 Karabük, 79 Kilis, 80 Osmaniye, 81 Düzce
	`),
	TZ: statesOf(`
		01 Arusha, 02 Dar es Salaam, 03 Dodoma, 04 Iringa, 05 Kagera, 06 Kaskazini Pemba,
		07 Kaskazini Unguja, 08 Kigoma, 09 Kilimanjaro, 10 Kusini Pemba, 11 Kusini Unguja, 12 Lindi,
		13 Mara, 14 Mbeya, 15 Mjini Magharibi, 16 Morogoro, 17 Mtwara, 18 Mwanza, 19 Pwani,
		20 Rukwa, 21 Ruvuma, 22 Shinyanga, 23 Singida, 24 Tabora, 25 Tanga, 26 Manyara, 27 Geita,
		28 Katavi, 29 Njombe, 30 Simiyu, 31 Songwe
	`),
	UA: statesOf(`
		05 Vinnytska oblast, 07 Volynska oblast, 09 Luhanska oblast, 12 Dnipropetrovska oblast,
		14 Donetska oblast, 18 Zhytomyrska oblast, 21 Zakarpatska oblast, 23 Zaporizka oblast,
		26 Ivano-Frankivska oblast, 30 Kyiv, 32 Kyivska oblast, 35 Kirovohradska oblast,
		40 Sevastopol, 43 Avtonomna Respublika Krym, 46 Lvivska oblast, 48 Mykolaivska oblast,
		51 Odeska oblast, 53 Poltavska oblast, 56 Rivnenska oblast, 59 Sumska oblast,
		61 Ternopilska oblast, 63 Kharkivska oblast, 65 Khersonska oblast, 68 Khmelnytska oblast,
		71 Cherkaska oblast, 74 Chernihivska oblast, 77 Chernivetska oblast
	`),
	UG: statesOf(`
		101 Kalangala, 102 Kampala, 103 Kiboga, 104 Luwero, 105 Masaka, 106 Mpigi, 107 Mubende,
		108 Mukono, 109 Nakasongola, 110 Rakai, 111 Sembabule, 112 Kayunga, 113 Wakiso,
		114 Lyantonde, 115 Mityana, 116 Nakaseke, 117 Buikwe, 118 Bukomansibi, 119 Butambala,
		120 Buvuma, 121 Gomba, 122 Kalungu, 123 Kyankwanzi, 124 Lwengo, 125 Kyotera, 126 Kasanda,
		201 Bugiri, 202 Busia, 203 Iganga, 204 Jinja, 205 Kamuli, 206 Kapchorwa, 207 Katakwi,
		208 Kumi, 209 Mbale, 210 Pallisa, 211 Soroti, 212 Tororo, 213 Kaberamaido, 214 Mayuge,
		215 Sironko, 216 Amuria, 217 Budaka, 218 Bududa, 219 Bukedea, 220 Bukwo, 221 Butaleja,
		222 Kaliro, 223 Manafwa, 224 Namutumba, 225 Bulambuli, 226 Buyende, 227 Kibuku, 228 Kween,
		229 Luuka, 230 Namayingo, 231 Ngora, 232 Serere, 233 Butebo, 234 Namisindwa, 235 Bugweri,
		236 Kapelebyong, 237 Kalaki, 301 Adjumani, 302 Apac, 303 Arua, 304 Gulu, 305 Kitgum,
		306 Kotido, 307 Lira, 308 Moroto, 309 Moyo, 310 Nebbi, 311 Nakapiripirit, 312 Pader,
		313 Yumbe, 314 Abim, 315 Amolatar, 316 Amuru, 317 Dokolo, 318 Kaabong, 319 Koboko,
		320 Maracha, 321 Oyam, 322 Agago, 323 Alebtong, 324 Amudat, 325 Kole, 326 Lamwo, 327 Napak,
		328 Nwoya, 329 Otuke, 330 Zombo, 331 Omoro, 332 Pakwach, 333 Kwania, 334 Nabilatuk,
		335 Karenga, 336 Madi-Okollo, 337 Obongi, 401 Bundibugyo, 402 Bushenyi, 403 Hoima,
		404 Kabale, 405 Kabarole, 406 Kasese, 407 Kibaale, 408 Kisoro, 409 Masindi, 410 Mbarara,
		411 Ntungamo, 412 Rukungiri, 413 Kamwenge, 414 Kanungu, 415 Kyenjojo, 416 Buliisa,
		417 Ibanda, 418 Isingiro, 419 Kiruhura, 420 Buhweju, 421 Kiryandongo, 422 Kyegegwa,
		423 Mitooma, 424 Ntoroko, 425 Rubirizi, 426 Sheema, 427 Kagadi, 428 Kakumiro, 429 Rubanda,
		430 Bunyangabu, 431 Rukiga, 432 Kikuube, 433 Kazo, 434 Kitagwenda, 435 Rwampara
	`),
	ZM: statesOf(`
		01 Western, 02 Central, 03 Eastern, 04 Luapula, 05 Northern, 06 North-Western, 07 Southern,
		08 Copperbelt, 09 Lusaka, 10 Muchinga
	`),
};
