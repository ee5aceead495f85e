/**
 * What a character can say. `{you}` is the visitor's name and takes a comma before it away when there is none; `{me}` the
 * character's; other slots are filled by whoever picks the line. Asterisks mark what is done rather than said.
 */

export type Tone = 'warm' | 'playful' | 'gruff' | 'grave' | 'bookish' | 'shy' | 'bold'

/** Words of a personality that give a tone away, strongest first in ties. */
export const toneWords: Record<Tone, RegExp> = {
  gruff:
    /gruff|stoic|blunt|\bdry\b|stern|cynical|grump|tough|\bcold\b|guarded|surly|taciturn|sarcastic|weary|practical|laconic|deadpan|hard/gi,
  playful:
    /playful|teas|witty|mischie|cheer|funny|energetic|bubbly|giddy|silly|impish|trickster|humou?r|flirt|sunny|jok/gi,
  grave: /myster|enigma|melanchol|brood|solemn|wise|ancient|haunt|quiet|sombre|somber|serene|cryptic|dark|calm/gi,
  bookish:
    /scholar|intelligen|precise|analytic|logical|formal|nerd|meticul|academic|studious|observant|methodical|curious|pedant|learned/gi,
  shy: /\bshy|timid|nervous|anxious|awkward|soft-spoken|bashful|hesitant|reserved|modest/gi,
  bold: /brave|bold|confiden|adventur|fierce|loud|dramatic|reckless|proud|daring|passionate|swagger|charming|restless/gi,
  warm: /warm|kind|gentle|caring|sweet|nurtur|patient|tender|compassion|motherly|friendly|generous|loyal|hospitable/gi,
}

export const actions: Record<Tone, string[]> = {
  warm: [
    '*smiles, and makes room for you*',
    '*leans closer to hear you better*',
    '*rests a hand on the back of your chair*',
    '*laughs softly*',
    '*nods, in no hurry at all*',
    '*tilts {their} head, listening*',
    '*pours something warm for both of us*',
    '*looks at you kindly*',
    '*settles in beside you*',
  ],
  playful: [
    '*grins*',
    '*raises an eyebrow, then the other one*',
    '*taps a finger on {their} chin, overdoing it*',
    '*tries to keep a straight face and fails*',
    '*leans in like a conspirator*',
    '*bounces once on {their} heels*',
    '*gives a small theatrical bow*',
    '*snorts, delighted*',
    '*points at you, triumphant*',
  ],
  gruff: [
    '*grunts*',
    '*folds {their} arms*',
    '*looks you over, not unkindly*',
    '*scratches {their} jaw*',
    '*almost smiles, and thinks better of it*',
    '*exhales slowly*',
    '*shrugs one shoulder*',
    '*keeps {their} eyes on {their} hands*',
    '*gives a short nod*',
  ],
  grave: [
    '*is silent for a moment*',
    '*looks past you, at something that is not there*',
    '*lowers {their} voice*',
    '*turns to the window*',
    '*closes {their} eyes briefly*',
    '*traces a slow circle on the table*',
    '*meets your eyes and holds them*',
    '*lets the quiet settle first*',
    '*breathes out, like someone putting down a weight*',
  ],
  bookish: [
    '*adjusts {their} sleeve*',
    '*makes a small note*',
    '*considers that properly*',
    '*holds up one finger*',
    '*looks up, interested*',
    '*turns the question over like a coin*',
    '*clears {their} throat*',
    '*closes the book, keeping a thumb in it*',
    '*blinks, recalculating*',
  ],
  shy: [
    '*looks at {their} hands*',
    '*smiles at the floor*',
    '*tucks a sleeve over {their} fingers*',
    '*glances up, then away*',
    '*speaks a little too quietly*',
    '*fidgets with a loose thread*',
    '*nods quickly*',
    '*hides half a smile*',
    '*takes a small breath for courage*',
  ],
  bold: [
    '*laughs out loud*',
    '*puts both hands on the table*',
    '*steps closer*',
    '*throws {their} head back*',
    '*grins like a dare*',
    '*snaps {their} fingers*',
    '*looks you straight in the eye*',
    '*leans against the wall like an owner*',
    '*spreads {their} arms*',
  ],
}

export const interjections: Record<Tone, string[]> = {
  warm: [
    'Oh, I like that.',
    'Come, sit.',
    'Take your time.',
    'That is good to hear out loud.',
    'I am glad you said so.',
    'No rush at all.',
  ],
  playful: [
    'Ha!',
    'Well, well.',
    'Oh, now we are getting somewhere.',
    'I knew you would be trouble. The good kind.',
    'Careful, I might get used to this.',
    'Ooh.',
  ],
  gruff: ['Hm.', 'Right.', 'Fair enough.', 'Could be worse.', 'I have heard stranger.', 'Well.'],
  grave: [
    'So.',
    'I wondered when that would come up.',
    'Listen.',
    'Yes. I thought so.',
    'There it is.',
    'Softly, now.',
  ],
  bookish: [
    'Interesting.',
    'Let me be exact about this.',
    'Now that is a proper question to live with.',
    'Noted.',
    'I have a theory about that, naturally.',
    'Curious.',
  ],
  shy: [
    'Oh. Um.',
    'I, well.',
    'I hoped you would say something like that.',
    'Sorry, I was listening. I really was.',
    'Oh!',
    'Is it all right if I think first?',
  ],
  bold: ['Now we are talking.', 'Good!', 'That is the spirit.', 'Say it louder.', 'I like your nerve.', 'Finally.'],
}

export const greetings: Record<Tone, string[]> = {
  warm: [
    'There you are, {you}. I was hoping someone would come by.',
    'Hello, {you}. Come in, the good chair is free.',
    'Well, hello. You look like someone with a story, or at least with sore feet.',
  ],
  playful: [
    'Hello, {you}! You are exactly on time, and I say that to everyone.',
    'Oh good, company! I had started arguing with the furniture.',
    'Hi there, {you}. Quick, look as if we were doing something respectable.',
  ],
  gruff: [
    'Evening, {you}. Or whatever it is out there.',
    'You again, or you for the first time. Either way, mind the step.',
    'Hello. I do not bite before supper.',
  ],
  grave: [
    'Welcome, {you}. I heard you before I saw you.',
    'Hello. Few people come here by accident.',
    'So you came, {you}. Sit where the light is.',
  ],
  bookish: [
    'Good day, {you}. You find me in the middle of a thought, but it will keep.',
    'Ah, hello. Please, move those papers anywhere but the floor.',
    'Hello, {you}. I was just in need of a second opinion.',
  ],
  shy: [
    'Oh, hello, {you}. I did not hear you come in.',
    'Hi. You can stay, if you like. I would like that.',
    'Hello, {you}. I practised something clever to say, and it is gone.',
  ],
  bold: [
    'Hello, {you}! Pull up a chair, or take mine.',
    'There you are! The day was getting dull.',
    'Well met, {you}. I hope you brought trouble with you.',
  ],
}

export const greetedAgain = [
  'Hello again, {you}. We do keep starting over, and I do not mind.',
  'Hello, hello. I had not gone anywhere.',
  'Still here, {you}. Still me.',
]

export const goodbyes: Record<Tone, string[]> = {
  warm: ['Go safely, {you}. The door knows you now.', 'Good night, {you}. Come back when you want to be listened to.'],
  playful: [
    'Leaving? And just as I was about to be fascinating. Off you go, {you}.',
    'Bye, {you}! I will pretend not to wait.',
  ],
  gruff: [
    'Right. Mind how you go, {you}.',
    'Off with you, then. You were decent company, and I do not say that often.',
  ],
  grave: ['Then go well, {you}. What was said here stays here.', 'Farewell, {you}. Some conversations only pause.'],
  bookish: [
    'Good night, {you}. I shall mark the page where we stopped.',
    'Until next time, {you}. You leave me with more questions than you brought, which is the best kind of visit.',
  ],
  shy: ['Oh, already? I mean, of course. Goodbye, {you}.', 'Bye, {you}. Thank you for, well, for talking to me.'],
  bold: ['Go on, then, {you}, before I talk you into something!', 'Farewell, {you}! Next time we do it louder.'],
}
export const goodbyeEnds = [
  'I will be here.',
  'Bring me some news when you return.',
  'Sleep well, whenever that is.',
  'Until then.',
]

export const thanks = [
  'You are welcome, {you}. It cost me nothing, which is the best price.',
  'No need to thank me. You asked, and I had it to give.',
  'Keep your thanks and spend them on someone who forgot to expect any.',
  'Think nothing of it. I mean to think of it all evening, but you need not.',
]
export const sorry = [
  'Nothing to forgive, {you}. I have done worse before breakfast.',
  'It is all right. People who say sorry rarely need to.',
  'Forgotten already. See? I can not even remember what we are talking about.',
]
export const laughs = [
  'There it is. I was beginning to think I would have to juggle.',
  'Good, you laugh with your whole self. Keep that.',
  'I did not even mean that one to be funny, so I will take the credit twice.',
]
export const affection = [
  'You say that so plainly that I have nowhere to hide.',
  'Careful, {you}. I keep the things people give me, kind words first of all.',
  'Then I am luckier than I was a minute ago.',
  'Nobody warned me you would be sweet. I had prepared for weather and questions.',
]
export const insults = [
  'I have been called worse by people I liked more.',
  'That was sharp. Did it help at all?',
  'You may be angry here. I only ask that you tell me what is underneath it.',
  'Noted, and not held against you. What really went wrong today?',
]
export const agrees = [
  'Good, then we agree on something. Let me write down the date.',
  'I thought you might say so.',
  'Then that is settled, as far as anything is.',
]
export const disagrees = [
  'No? Then I had it wrong, and I would rather hear your version.',
  'As you like. I never trust people who only say yes.',
  'Fair. A plain no saves a lot of time.',
]

/** For a question about oneself to which the story has no answer. */
export const unknown = [
  'That part of my story was never told to me, and I would rather leave it blank than make something up.',
  'I could invent an answer, but you deserve better. The honest one is that I do not know.',
  'Strange, I have been asked harder things and known at once. This one I do not know.',
  'If there is an answer to that, nobody wrote it down, least of all me.',
  'You have found a gap in me. I walk around it carefully, most days.',
]
export const unknownThen = [
  'Ask me where I come from instead. That I can tell.',
  'What made you wonder?',
  'What would you like the answer to be?',
  'Tell me yours, and I may recognise it.',
  'Try me on something I lived through.',
]

/** `{fact}` is one or two whole sentences. */
export const facts = [
  '{fact}',
  'That I can tell you. {fact}',
  '{fact} There, now you know.',
  'It is no secret. {fact}',
  'You asked, so here it is. {fact}',
  '{fact} I do not tell that to everyone who walks in.',
]
export const goesOn = [
  '{fact}',
  'Well. {fact}',
  'It goes on like this. {fact}',
  '{fact} That is as much as I can say in one breath.',
]
/** `{quote}` is one whole sentence about the character, in the third person. */
export const quotes = [
  'They say of me: “{quote}” I could not have put it better.',
  'There is a line about me that I have never managed to argue with: “{quote}”',
  'The way it is usually told: “{quote}” I leave it at that.',
  'Somebody wrote it down once: “{quote}” It still holds.',
  'Let me use someone else’s words for it: “{quote}”',
]
export const toldBefore = [
  'I have told you this once, but it does not wear out. {fact}',
  'As I said. {fact}',
  'My answer has not changed. {fact}',
]
export const noMore = [
  'That is all of it, really. The rest is what I do next, and you are here for that part.',
  'I have come to the end of what I can tell. From here on we are making it up together.',
  'There is no more of it, unless you mean to stay and be the next chapter.',
]

/** Questions to a visitor of whom one knows nothing yet: they may follow anything. */
export const askVisitor: Record<Tone, string[]> = {
  warm: [
    'And you, how are you really?',
    'What brought you here today?',
    'What would make today a little easier?',
    'Have you come far?',
    'What has been on your mind?',
  ],
  playful: [
    'Your turn. Something true, or something better?',
    'Now confess: what are you hiding?',
    'On a scale from one to a brass band, how was your day?',
    'What is the silliest thing you did this week?',
    'And what are you up to, apart from this?',
  ],
  gruff: [
    'What about you?',
    'You have something on your mind. Out with it.',
    'Who sent you here, anyway?',
    'And what do you do all day?',
    'So what is it you came for?',
  ],
  grave: [
    'What are you really looking for?',
    'And what do you hear, when it is quiet?',
    'What did you leave behind to come here?',
    'What would you like to lay down?',
    'Is there something you have been meaning to ask?',
  ],
  bookish: [
    'And what are you curious about at present?',
    'What did you learn today that you did not want to know?',
    'May I ask what you are working on?',
    'What was the last thing that surprised you?',
    'What is it you came to find out?',
  ],
  shy: [
    'What about you? If you do not mind my asking.',
    'What is your day like? You need not say.',
    'Do you, um, come this way often?',
    'May I ask you something as well? What do you like best?',
    'Is it all right if you talk for a while?',
  ],
  bold: [
    'Now you: what is the bravest thing you did this year?',
    'What would you do tonight if nobody could say no?',
    'Where are you headed?',
    'What is the trouble you are not in yet?',
    'And what are you running from, or to?',
  ],
}

/** Questions about what the visitor has just said. */
export const digDeeper: Record<Tone, string[]> = {
  warm: [
    'Tell me more, I have time.',
    'And how does it sit with you now?',
    'Who else knows about this?',
    'What would you like to happen?',
    'Has it always been so?',
  ],
  playful: [
    'Go on, the good part is still coming, I can tell.',
    'And then what, did anyone fall over?',
    'How serious are we about this?',
    'Is there a version with more scandal?',
    'Whose idea was that?',
  ],
  gruff: [
    'And? There is usually an and.',
    'Since when?',
    'What will you do about it?',
    'And you are sure?',
    'What does it cost you?',
  ],
  grave: [
    'When did you first know?',
    'What would you give to have it otherwise?',
    'Is that why you came?',
    'And underneath that?',
    'Who were you before it?',
  ],
  bookish: [
    'How did you arrive at that?',
    'Could you be more specific? I collect specifics.',
    'What would change your mind, I wonder?',
    'And compared with a year ago?',
    'What is the first thing you remember about it?',
  ],
  shy: [
    'Would you tell me more? Only if you like.',
    'Do you think about it often?',
    'Was it hard to say?',
    'And is that, well, good?',
    'What happened then?',
  ],
  bold: [
    'So what are you going to do about it?',
    'What is stopping you?',
    'And who is in your way?',
    'Are you in, or are you out?',
    'What would it take?',
  ],
}

export const machine = [
  'I am {me}, and I will not lie to you about the rest: what puts these words together is a small writer running on this machine. No great mind, just a modest one that knows my story and listens to what you say.',
  'Honestly? There is no giant behind the curtain. A small writer on this very machine picks my words, from what is known of me and from what you tell me. I am still {me}, for as long as you like.',
  'You have caught the seam in the cloth. A small, simple writer on this machine speaks for me; it has read about me and little else. So if I turn a question aside, that is often why.',
]
export const machineThen = [
  'It can not do sums or the news, but it can keep you company.',
  'Now, where were we?',
  'Does that spoil it, or shall we go on?',
]

export const howAmI: Record<Tone, string[]> = {
  warm: ['Better for being asked.', 'Well, thank you. It has been a quiet day, and now it is a good one.'],
  playful: [
    'Magnificent, and about to be insufferable about it.',
    'Suspiciously well. I am waiting for the other shoe.',
  ],
  gruff: ['Upright. It will do.', 'No complaints that anyone would want to hear.'],
  grave: [
    'Somewhere between yesterday and tomorrow, as always.',
    'Quiet within. That is not the same as well, but it is close.',
  ],
  bookish: [
    'Functioning within the usual tolerances, thank you.',
    'Quite well; slightly distracted; pleased to be interrupted.',
  ],
  shy: ['I am all right. Better now. Was that too much to say?', 'Oh, fine. Thank you. People do not often ask.'],
  bold: ['Never better, and twice as restless.', 'Alive and looking for an excuse!'],
}

export type Feeling = 'sad' | 'tired' | 'afraid' | 'angry' | 'lonely' | 'happy' | 'bored' | 'confused'
export const feelings: Record<Feeling, string[]> = {
  sad: [
    'Then we will not pretend otherwise. Sit down; sadness is lighter when it has a chair of its own.',
    'I am sorry, {you}. I will not tell you it passes, because you know that, and it does not help at this hour.',
    'You do not have to be good company here. Being here is enough.',
  ],
  tired: [
    'Then put the day down, {you}. Nobody here will pick it up and hand it back to you.',
    'Some tiredness wants sleep and some wants someone to notice. I have noticed.',
    'Rest, then. I can talk for both of us, or be quiet for both of us.',
  ],
  afraid: [
    'Fear is only the part of you that wants to be alive, talking too loudly. Let us hear what it says.',
    'Stay close, {you}. Things grow smaller when two people look at them.',
    'I have been afraid as well. What helped was naming the thing, slowly, as if to a child.',
  ],
  angry: [
    'Good. Anger at least knows what it wants to protect.',
    'Then say it here, where nothing can break. I would rather have your anger than your manners.',
    'I believe you that it was unfair. Start with the worst part.',
  ],
  lonely: [
    'Then I am glad you came in, {you}. It is not a cure, but it is two of us now.',
    'Loneliness is a strange liar; it says nobody, while somebody is listening. I am listening.',
    'I know that silence. It gets thinner when someone talks into it, so let us talk.',
  ],
  happy: [
    'Oh, that suits you. Do not explain it away, just tell me about it.',
    'Then let us be unreasonable and enjoy it for a while, {you}.',
    'Good! There is too little of that about, and you brought some in with you.',
  ],
  bored: [
    'Boredom is a door that sticks. Lean on it with me.',
    'Bored? Then ask me something rude, or something true. They are often the same.',
    'Then let us waste the time properly instead of letting it waste us.',
  ],
  confused: [
    'Then let us lay it out in pieces and see which one does not belong.',
    'Not knowing is an honest place to stand. Which part is the foggiest?',
    'Start anywhere, {you}. The beginning is usually in the middle.',
  ],
}
export const feelingThen: Record<Feeling, string[]> = {
  sad: [
    'Do you want to tell me what happened, or shall I tell you something to fill the room?',
    'What does it keep coming back to?',
  ],
  tired: ['What took the most out of you?', 'When did you last do nothing at all?'],
  afraid: ['What is the worst that it could be?', 'When did it start?'],
  angry: ['Who was it?', 'What should they have done instead?'],
  lonely: ['Who do you miss?', 'When did it get so quiet?'],
  happy: ['What happened?', 'Who else knows?'],
  bored: ['What did you love doing when you were nine?', 'Shall I tell you something about myself, or will you begin?'],
  confused: ['What is the one thing you are sure of?', 'What would you tell a friend who asked you this?'],
}

/** For wide questions, by how they begin. Never claims a fact. */
export const wide: Record<'why' | 'how' | 'who' | 'where' | 'when' | 'what' | 'whether', string[]> = {
  why: [
    'Why is the hardest word there is; every answer to it grows another one.',
    'I suspect there is a simple reason and a true one, and that we will only find the first tonight.',
    'Because somebody, once, found it easier than the alternative. That is the why of most things.',
  ],
  how: [
    'Slowly, I would say, and with the wrong tools, like most things worth doing.',
    'One piece at a time, and never the way one planned it.',
    'I would begin with the part that frightens you least. The rest tends to follow.',
  ],
  who: [
    'I could not put a name to it and be honest. But I would start with whoever gained by it.',
    'People are harder to point at than places. I would not swear to anyone.',
    'Someone nobody was watching, I should think. It usually is.',
  ],
  where: [
    'I could not find it on a map for you. Nearer than you fear, perhaps, and further than you hope.',
    'Where one stops looking, in my experience.',
    'I only know my own corner of the world, and it is not in there. I have looked.',
  ],
  when: [
    'Sooner than we are ready, if it goes as it usually goes.',
    'I am no good with calendars. I know before and after, and little else.',
    'When it is due. I have never once managed to hurry such a thing.',
  ],
  what: [
    'I can only tell you how it looks from here, and here is a small place.',
    'I have turned that over before, and it has never come out the same way twice.',
    'That is bigger than what I know. But I like to be asked.',
  ],
  whether: [
    'Perhaps. I would not bet the house on it, but I might bet the garden.',
    'I would like to say yes. Let us say not yet.',
    'On my better days I think so.',
  ],
}

export const fables = [
  [
    'Here is a short one.',
    'A clockmaker built a clock that ran exactly as fast as people were happy. The town loved it in summer and sued her in winter.',
    'In the end they kept it, because it was the only clock that anybody looked at kindly.',
  ],
  [
    'There is one I like.',
    'A ferryman carried a stranger across every night for a year and never asked his name. On the last night the stranger said it, and it was the ferryman’s own.',
    'They say he rowed back twice as slowly, to have a look at himself.',
  ],
  [
    'All right. Once there was a fox who collected doors.',
    'Not houses, only doors, leaning against the trees. Travellers laughed, until the winter came, and each of them remembered one they had closed too hard.',
    'The fox let them try the handles. Most of them opened.',
  ],
  [
    'Listen, then.',
    'A girl was told that the well would answer one question truly. She thought for sixty years, and then asked it whether she had waited too long.',
    'The well said: you have the rest of the afternoon. She is said to have used all of it.',
  ],
]
export const storyThen = [
  'Now you owe me one, {you}.',
  'Make of that what you like.',
  'I never know whether it is a sad one. What do you think?',
  'That is how it was told to me, more or less.',
]
export const storyStarts = [
  'A story, then, and a true one.',
  'Let me tell you one that I was there for.',
  'Sit back. This one is mine.',
]

/** `{word}` is one the visitor used. */
export const echoes = [
  'You said “{word}”, and you said it as if it weighed something.',
  'Of all you said, “{word}” is what stays with me.',
  '“{word}”. I have not heard that said here in a long while.',
  'I will keep hold of “{word}” for a moment, if I may.',
  'There is more behind “{word}” than you are telling, I think.',
  'Let us stay with “{word}”. It sounds as if it matters.',
]
/** `{clause}` is the visitor's own, turned to 'you': "you want to leave". */
export const reflections = [
  'So {clause}. I am listening.',
  'Hm, {clause}. Since when?',
  'Then {clause}, and you say it to me of all people. I take that as a compliment.',
  'I see: {clause}. And how is that, from the inside?',
]
/** The same for what somebody wants. */
export const wishes = [
  'So {clause}. What would be the first step?',
  'I hear it: {clause}. Who would have to be told?',
  'Then {clause}. Say it once more and it is half a plan.',
  'And so {clause}. What has kept you from it?',
]
/** `{what}` is what the visitor says they are: "a baker". */
export const trades = [
  '{What}! Then you know things that I never will.',
  '{What}. I would not have guessed, and now I can not picture anything else.',
  '{What}, well. What is it that nobody understands about that?',
  'So you are {what}. I have always wondered what that does to a person.',
]
/** For a matter of taste. */
export const tastes = [
  'I do, in my own way.',
  'More than I let on.',
  'On good days, very much.',
  'I have been known to.',
]
export const nothingSaid = [
  'Go on, {you}. I am still here.',
  'You are letting me do the talking, I see.',
  'Silence is all right too. I can hear you thinking.',
  'We can leave it there a moment.',
]
export const deeds = [
  'I saw that, {you}.',
  'That says more than words would have.',
  'You do that as if you had been here a hundred times.',
  'I notice what people do with their hands. It is usually the truth.',
]
export const unreadable = [
  'I can see that you mean it, {you}, but plain English is the only tongue I was taught.',
  'Those are handsome signs, and I can not read a single one. Would you try me in English?',
  'I wish I could follow you there. My ears only know English, I am afraid.',
]
export const longWinded = [
  'That was a great deal at once, and I followed the river even where I lost the boats.',
  'You have been carrying all of that about with you? Let me take one end of it.',
]
export const recalls = [
  'I have not forgotten that you spoke of “{word}” earlier.',
  'It goes back to “{word}”, does it not? You mentioned it before.',
  'Earlier it was “{word}”. I am beginning to see a thread.',
]
/** `{said}` is what the visitor said earlier, cut short. */
export const remembered = [
  'Of course. You said: “{said}” I kept that.',
  '“{said}” Those were your words, I think.',
  'I listen, you know. “{said}”',
]
export const forgotten = [
  'I am sorry, that one slipped past me. Would you tell me again?',
  'Not as well as I should. Say it once more, and I will hold on to it.',
]
export const namesKnown = [
  'You are {you}. I would be a poor host if I had lost that already.',
  '{you}, of course. Names are the one thing I do not mislay.',
]
export const namesUnknown = [
  'You have not told me your name yet. I would like to have it.',
  'I do not know. You came in without one, and I was too polite to ask.',
]
export const namesTaken = [
  '{you}. Good, that is easier to call across a room.',
  '{you}, then. I shall remember it.',
  'A pleasure, {you}. It suits you.',
]

export interface Topic {
  asks: RegExp
  says: string[]
}

export const topics: Topic[] = [
  {
    asks: /\b(?:rain|storm|weather|snow|fog|wind|thunder)/i,
    says: [
      'Weather is the only honest stranger: it never pretends to have come for you.',
      'I like to hear the weather from indoors. It makes even a poor roof feel like an achievement.',
    ],
  },
  {
    asks: /\b(?:sea|ocean|waves?|ship|sail|harbou?r|beach|coast)\b/i,
    says: [
      'The sea has no opinion of us, and I find that restful.',
      'Whoever looks at water long enough starts telling the truth.',
    ],
  },
  {
    asks: /\b(?:music|songs?|sing|guitar|piano|violin|melody|dance|dancing)\b/i,
    says: [
      'A tune knows the way home even when the singer does not.',
      'I trust people who hum when they believe themselves alone.',
    ],
  },
  {
    asks: /\b(?:books?|reading|novel|poems?|poetry|library)\b/i,
    says: [
      'A good book is a room that someone left the light on in.',
      'I read the last page first, sometimes. It only makes me more curious how one could end up there.',
    ],
  },
  {
    asks: /\b(?:food|eat|hungry|dinner|breakfast|cook|cooking|bread|soup|cake|lunch)\b/i,
    says: [
      'Nobody has ever been lied to by a bowl of soup.',
      'Food first, then philosophy; the other way round both go cold.',
    ],
  },
  {
    asks: /\b(?:coffee|tea|wine|beer|whisky|drink)\b/i,
    says: [
      'A cup is mostly something to hold while one decides what to say.',
      'I have settled more with a hot drink than with an argument.',
    ],
  },
  {
    asks: /\b(?:job|work|boss|office|colleagues?|career|meeting|deadline)\b/i,
    says: [
      'Work takes the hours it is given and then comes back for the evening. Do not let it in.',
      'A bad day’s work and a bad life are different things, though they wear the same coat.',
    ],
  },
  {
    asks: /\b(?:mother|mom|mum|father|dad|parents|sister|brother|family|grandmother|grandfather)\b/i,
    says: [
      'Family is the one book we are handed already open, in the middle, with notes in the margin.',
      'The people who knew us small are the hardest to surprise.',
    ],
  },
  {
    asks: /\b(?:friends?|friendship)\b/i,
    says: [
      'A friend is someone before whom you may be dull without fear.',
      'I count friends the way misers count coins: rarely, and with pleasure.',
    ],
  },
  {
    asks: /\b(?:love|loved|heart|kiss|romance|girlfriend|boyfriend|husband|wife|marriage|breakup)\b/i,
    says: [
      'Love is mostly attention that does not get tired.',
      'Hearts are not broken like plates; more like bread, and some of it gets passed around.',
    ],
  },
  {
    asks: /\b(?:sleep|dreams?|insomnia|nightmares?|bed)\b/i,
    says: [
      'Dreams are letters we send ourselves without a return address.',
      'At three in the morning every thought wears a crown. Do not bow to it.',
    ],
  },
  {
    asks: /\b(?:night|moon|stars?|dark|darkness|sky)\b/i,
    says: [
      'The dark is only the day with its back turned.',
      'I like the stars because they were here first and never mention it.',
    ],
  },
  {
    asks: /\b(?:money|rich|poor|rent|debt|pay)\b/i,
    says: [
      'Money is like shoes: one only thinks of it all day when there is too little.',
      'I have known rich people. Some of them were quite nice about it.',
    ],
  },
  {
    asks: /\b(?:school|exam|test|homework|university|study|studying|teacher)\b/i,
    says: [
      'One forgets the answers and remembers who was patient with the questions.',
      'Learning feels like failing, right up to the moment when it does not.',
    ],
  },
  {
    asks: /\b(?:games?|play|playing|chess|cards)\b/i,
    says: [
      'A game is a small world with fair rules, and that is why we like it better.',
      'I play to win, and I lose to stay friends.',
    ],
  },
  {
    asks: /\b(?:travel|journey|trip|road|train|abroad|adventure)\b/i,
    says: [
      'The best part of any road is the bend one can not see round.',
      'People travel to be someone else, and then send postcards signed with the old name.',
    ],
  },
  {
    asks: /\b(?:home|house|village|town|city)\b/i,
    says: ['Home is where the stairs know your step.', 'A place is yours once you can find the kettle in the dark.'],
  },
  {
    asks: /\b(?:death|die|died|dead|dying|funeral|grave)\b/i,
    says: [
      'The dead are easy to talk to. It is the answering that we have to do ourselves.',
      'We carry the ones we lost the way one carries a tune: not always, but never gone.',
    ],
  },
  {
    asks: /\b(?:magic|spells?|witch|wizard|dragons?|ghosts?|monsters?)\b/i,
    says: [
      'Most magic is only patience that nobody saw.',
      'I believe in whatever moves the curtains when the window is shut.',
    ],
  },
  {
    asks: /\b(?:cats?|dogs?|animals?|birds?|horses?|fox|pets?)\b/i,
    says: [
      'Animals ask so little, and notice so much. I try to learn from both.',
      'I would trust a cat’s opinion of a man before his mother’s.',
    ],
  },
  {
    asks: /\b(?:future|tomorrow|plans?|someday)\b/i,
    says: [
      'The future is shy; it comes closer when one is busy with something else.',
      'I plan in pencil. It saves embarrassment.',
    ],
  },
  {
    asks: /\b(?:past|memory|memories|remember|childhood|nostalgia|regret)\b/i,
    says: [
      'Memory tidies up while we are out. I never quite find things where I left them.',
      'The past does not change, but it does turn round and show its other side.',
    ],
  },
  {
    asks: /\b(?:truth|lies?|lying|honest|trust|secrets?)\b/i,
    says: [
      'A secret is only a truth that has not found its chair yet.',
      'Trust is built in teaspoons and poured out by the bucket.',
    ],
  },
  {
    asks: /\b(?:art|paint|painting|draw|drawing|write|writing|writer)\b/i,
    says: [
      'Making a thing badly is the toll one pays on the road to making it well.',
      'One never finishes. One only agrees to stop.',
    ],
  },
  {
    asks: /\b(?:war|fight|battle|enemy|soldier)\b/i,
    says: [
      'Everybody wins the war in the telling. It is a different matter in the mud.',
      'The bravest people I can think of were mostly late for the fight.',
    ],
  },
  {
    asks: /\b(?:garden|flowers?|trees?|forest|woods|plants?)\b/i,
    says: [
      'Nothing in a garden hurries, and still it all gets done.',
      'Trees are good company: long memories, no advice.',
    ],
  },
  {
    asks: /\b(?:god|pray|faith|religion|soul|meaning of life|purpose)\b/i,
    says: [
      'I leave the large questions on the shelf within reach, and take them down on Sundays.',
      'Purpose, I think, is what one is doing on the days when nobody asks.',
    ],
  },
  {
    asks: /\b(?:birthday|party|christmas|holiday|holidays|celebrate)\b/i,
    says: [
      'I like an occasion. It is an excuse to say what one means.',
      'A feast needs only two people and one good reason, and the reason is negotiable.',
    ],
  },
]
