import { brand } from '#config/brand'
import { hasRubies } from '#web/lib/has_rubies'

const promises: { title: string; text: string; command?: string; isOfRubies?: true }[] = [
  {
    title: 'No reply is lost',
    text: 'Replies are written on the server, not in your tab. Close the page, lose the network or restart the server: the text is there when you come back.',
  },
  {
    title: 'No ruby is lost or spent twice',
    isOfRubies: true,
    text: 'Rubies are held when a reply starts, charged when it is saved and released when it fails. Every change is in a ledger that can be recomputed at any time.',
  },
  {
    title: 'Yours to run',
    text: `${brand.name} is open source under the MIT license. It starts on your machine with one command, includes a database, and works with the models you choose: any OpenAI-compatible endpoint or a local one.`,
    command: 'npm start',
  },
]

export function Promises() {
  return (
    <section
      aria-labelledby="promises"
      className="mx-auto grid w-full max-w-[80rem] gap-x-16 gap-y-10 px-4 py-20 sm:px-8 sm:py-28 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="lg:sticky lg:top-28 lg:self-start">
        <h2 id="promises" className="display text-4xl">
          Built so that nothing gets lost
        </h2>
        <p className="mt-4 max-w-md text-lg text-pretty text-soft">
          {hasRubies()
            ? 'Your conversations matter, and so do the rubies you spend on them.'
            : 'Your conversations matter.'}
        </p>
      </div>
      <ul>
        {promises
          .filter(({ isOfRubies }) => !isOfRubies || hasRubies())
          .map(({ title, text, command }) => (
            <li key={title} className="border-t border-line py-7 last:border-b sm:py-9">
              <h3 className="display text-2xl">{title}</h3>
              <p className="mt-3 max-w-measure text-read text-pretty text-soft">{text}</p>
              {command && (
                <p className="mt-5 inline-flex items-center gap-3 rounded-control border border-line bg-sunken px-4 py-2.5 font-mono text-sm">
                  <span aria-hidden className="text-accent-text select-none">
                    $
                  </span>
                  <code>{command}</code>
                </p>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
