export function SpendingFacts() {
  return (
    <section aria-labelledby="know-heading">
      <h2 id="know-heading" className="display text-2xl">
        How rubies are spent
      </h2>
      <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-0.5 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const facts = [
  {
    title: 'Only what a model writes costs rubies',
    text: 'Rubies pay for characters’ replies and for lines that a model writes for you. Browsing, liking, commenting and creating characters are free.',
  },
  {
    title: 'You see the price before you send',
    text: 'It’s on every button that costs rubies, and depends on the model.',
  },
  {
    title: 'You pay when a reply is saved',
    text: 'A failed reply costs nothing. A stopped reply keeps its text and costs the full price.',
  },
  {
    title: 'Every ruby is accounted for',
    text: 'The history shows every change and the balance after it. Refunding a payment also takes back its rubies.',
  },
]
