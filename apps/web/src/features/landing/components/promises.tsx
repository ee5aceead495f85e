import { brand } from '#config/brand'

const promises: { title: string; text: string; command?: string }[] = [
  {
    title: 'A reply is never lost',
    text: 'It is written on the server, not in your tab. Close the page, lose the network, let the machine restart: what was written is there when you come back, and goes on where it can.',
  },
  {
    title: 'A ruby is never lost, or spent twice',
    text: 'Rubies are set aside before a reply begins, taken when it is saved and given back when it fails. Every movement stands in a ledger that can be added up again at any time.',
  },
  {
    title: 'Yours to run',
    text: `${brand.name} is open source under the MIT licence. It starts on your own machine with one command, brings its own database, and works with the models you choose: any endpoint that speaks OpenAI’s protocol, or one that runs at home.`,
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
          Made so that nothing goes missing
        </h2>
        <p className="mt-4 max-w-md text-lg text-pretty text-soft">
          A conversation is worth something. So is what you paid for it.
        </p>
      </div>
      <ul>
        {promises.map(({ title, text, command }) => (
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
