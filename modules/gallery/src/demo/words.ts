/** Words for demo characters. */
const list = (text: string) => text.trim().split(/\s+/)

export const firstNames = list(`
  Ada Aiko Alden Amara Anouk Arlo Astrid Bashir Beatrix Birk Calla Cassian Chidi Clara Dara Dmitri Elif Elio Emeka Esme
  Farah Felix Freya Gideon Greta Hana Hugo Ibrahim Ilse Imani Indra Iris Isko Jada Jonas Juno Kaede Kalani Kenji Kofi Lars
  Leila Linnea Lucian Maeve Malik Marisol Mateo Mina Nadia Nikolai Nora Odile Omar Orla Otto Paloma Pascal Petra Quentin
  Quill Rafael Ren Rhea Rosalind Rowan Sabine Saoirse Selim Signe Soren Suki Tadeo Talia Tariq Thora Uma Ursel Vadim Vera
  Wanda Wen Willem Xenia Yara Yusuf Zelda Zora Zoltan`)

export const lastNames = list(`
  Abara Ashdown Bellweather Blackwood Brandt Calloway Castellan Cho Corvin Dagny Delacroix Drummond Eastlake Ekström Falk
  Farrow Fontaine Gallow Greyling Hallow Hartwell Hoshino Ibarra Iversen Jardine Kaplan Kestrel Kuroda Lark Lindqvist Lockhart
  Marchetti Merriweather Moreau Nakagawa Nightingale Novak Okafor Oleander Osei Pemberton Petrov Quickwater Ravenscroft Reyes
  Rosewood Sato Sinclair Solberg Sterling Tamura Thackeray Thorne Umber Valente Vance Voss Wakefield Weatherby Wolfe Yamada
  Yarrow Zamora Zielinski`)

export const bynames = list(`
  Ashen Brave Crimson Curious Daring Distant Eager Faithful Forgotten Gentle Golden Hidden Hollow Iron Last Laughing Lonely
  Lost Midnight Patient Quiet Reckless Restless Scarlet Secret Silver Sleepless Solemn Stubborn Velvet Wandering Wild`)

export const trades = list(`
  alchemist apothecary archivist assassin astronomer baker bard barista beekeeper blacksmith botanist bounty-hunter butler
  captain cartographer chef clockmaker courier dancer detective diplomat dragon-rider duelist engineer exile fisher florist
  gambler gardener ghost gladiator guardian hacker healer historian hunter idol inventor journalist knight lighthouse-keeper
  locksmith magician mechanic medic mercenary merchant monk musician navigator necromancer nurse oracle painter pilot pirate
  poet prince princess professor puppeteer ranger rebel rival robot sailor samurai scholar scientist sculptor shepherd smuggler
  sniper sorcerer spy student swordsmith tailor teacher thief tutor vampire veteran watchmaker weaver werewolf witch wizard`)

/** Most frequent first. */
export const qualities = list(`
  kind brave quiet gentle clever loyal shy stubborn funny mysterious calm proud curious lonely fierce witty honest tender
  ruthless cheerful melancholy patient reckless graceful sarcastic playful stoic charming anxious dreamy ambitious cunning
  earnest haughty impulsive jaded meticulous nostalgic observant pensive resourceful sardonic taciturn unflappable vigilant
  whimsical zealous incorrigible lugubrious quixotic`)

/** Most frequent first. */
export const things = list(`
  heart night secret city sea promise letter name door fire song sword star garden book shadow train winter mirror clock
  mask storm crown map key river tower lantern moon forest ship bridge island violin ring ghost market library oath debt
  compass harbour feather orchard observatory lighthouse carnival archive labyrinth meteor glacier marionette telescope
  phonograph astrolabe sarcophagus palimpsest`)

export const places = list(`
  Ashgrove Blackharbour Brightwater Calder Dunmere Eastmarch Emberfall Fallowmere Glasswick Greyhaven Highmoor Ironbridge
  Kestrelford Lanternquay Longwinter Marrowgate Nightmarket Oldcastle Palewood Quarrytown Ravenhold Saltmarsh Silverlake
  Stonebridge Sunreach Thornfield Umberton Valecross Westering Wyrmrest`)

/** Most frequent first. */
export const demoTags = list(`
  Fantasy Romance Anime Adventure Slow-burn Comfort Mystery Sci-Fi Magic Male Female Funny Dominant Submissive Royalty Modern
  Villain Friends School Monster Enemies Wholesome Dark Lesbian Gay Furry Femboy Detective Ghost Vampire Pirate Robot Mentor
  Rival Tsundere Cozy Knight Witch Space Cyberpunk Historical Steampunk Musician Survival Dragons Angst Found-family Sports
  Cooking Travel Noir Western Myth Deep-sea Clockwork Tea Beekeeping`)
