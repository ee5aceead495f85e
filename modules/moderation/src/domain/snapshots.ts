import type { CharacterDetails } from '#modules/gallery/api'
import { limits, type Snapshot } from '../../api.ts'

interface Content {
  title: string
  picture?: string | null
  isAdult?: boolean
  texts?: readonly { label: string; text: string | null | undefined }[]
}

/** Makes a snapshot of bounded size. Leaves empty texts out, and cuts long ones. */
export const snapshotOf = ({ title, picture = null, isAdult = false, texts = [] }: Content): Snapshot => {
  let left: number = limits.snapshotMax
  const kept: Snapshot['texts'] = []
  for (const { label, text } of texts) {
    const cut = text ? cutTo(text, Math.min(left, limits.snapshotTextMax)) : ''
    if (cut === '') continue
    kept.push({ label, text: cut })
    left -= cut.length
  }
  return { title, picture, isAdult, texts: kept }
}

/** Cuts a text, but never inside a surrogate pair. Counts UTF-16 units. */
const cutTo = (text: string, max: number) =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

export const characterSnapshot = (character: CharacterDetails): Snapshot =>
  snapshotOf({
    title: character.name,
    picture: character.avatar,
    isAdult: character.isNsfw,
    texts: [
      { label: 'Tags', text: [character.category, ...character.tags].join(', ') },
      { label: 'Description', text: character.description },
      { label: 'First message', text: character.firstMessage },
      { label: 'Greeting', text: character.greeting },
      { label: 'Personality', text: character.personality },
      { label: 'Backstory', text: character.backstory },
      { label: 'Scenario', text: character.scenario },
      { label: 'Example dialogue', text: character.exampleDialogue },
      { label: 'System prompt', text: character.systemPrompt },
      { label: 'Post-history instructions', text: character.postHistoryInstructions },
      { label: 'Depth note', text: character.depthNote?.text },
      { label: 'Creator’s notes', text: character.creatorNotes?.text },
      ...character.alternateGreetings.map((text, index) => ({ label: `Alternate greeting ${index + 1}`, text })),
      ...character.groupGreetings.map((text, index) => ({ label: `Group greeting ${index + 1}`, text })),
    ],
  })
