/** The marks around example dialogues, in the spellings of cards: `<START>`, `<start>:`, `<START_OF_DIALOG>`, `END_OF_DIALOG`, `<END>`. */
const exampleMark =
  /(?:<|&lt;|\[)[ \t]{0,8}(?:(?:START|END)[ _]OF[ _](?:DIALOG(?:UE)?|CHAT|EXAMPLES?)|START[ _]NEW[ _]CHAT)[ \t]{0,8}(?:>|&gt;|\])[ \t]{0,8}:?|(?:<|&lt;)[ \t]{0,8}(?:START|END)[ \t]{0,8}(?:>|&gt;)[ \t]{0,8}:?|\b(?:START|END)_OF_(?:DIALOG(?:UE)?|CHAT)\b:?/gi

/** Splits example messages into blocks at their marks. */
export const exampleBlocks = (text: string): string[] =>
  text
    .split(exampleMark)
    .map((block) => block.trim())
    .filter((block) => block !== '')
