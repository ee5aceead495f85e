import { cardImportLimits } from '#modules/cards/api'

const sources = [
  ['SillyTavern', 'Cards (PNG, JSON), World Info, chats and group chats (JSONL). Drop the whole folder.'],
  ['Chub', 'Cards (PNG, JSON) and lorebooks, also with gallery pictures.'],
  ['RisuAI', 'Cards (PNG, CharX, JPEG), lorebooks and chats.'],
  ['Agnai', 'Characters, memory books and chats (JSON).'],
  ['Backyard', 'Archives (BYAF) with their chats, and cards (PNG).'],
  ['NovelAI, KoboldAI', 'Lorebooks, and stories of Kobold Lite.'],
  ['text-generation-webui', 'Characters (YAML, JSON) and chats.'],
  ['Character.AI', 'Chats from your data download.'],
] as const

const fileMegabytes = cardImportLimits.fileBytesMax / 1_048_576

/** The apps and formats that users can import from, and the rules for imported content. */
export function ImportSources() {
  return (
    <div className="mt-8 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="import-sources">
        <h2 id="import-sources" className="display mb-3 text-xl">
          What you can bring
        </h2>
        <dl className="divide-y divide-line overflow-clip rounded-panel border border-line bg-raised">
          {sources.map(([name, text]) => (
            <div key={name} className="grid gap-x-4 px-4 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-ui font-semibold">{name}</dt>
              <dd className="text-sm text-pretty text-soft sm:pt-0.5">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="import-rules">
        <h2 id="import-rules" className="display mb-3 text-xl">
          What happens to it
        </h2>
        <ul className="grid list-disc gap-2.5 pl-5 text-sm text-pretty text-soft marker:text-faint">
          <li>Nothing is published. Only you see what you import.</li>
          <li>You see what each file holds before anything is imported.</li>
          <li>What Facet doesn’t use is kept, and comes back when you download the card.</li>
          <li>Cards that you have already are recognized, also under another name.</li>
          <li>Zip archives work, too. Each file can be up to {fileMegabytes} MB.</li>
        </ul>
      </section>
    </div>
  )
}
