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
    title: 'Replies, and nothing else',
    text: 'Rubies pay for what characters write. Looking around, liking, commenting and making characters cost nothing.',
  },
  {
    title: 'The price is there before you send',
    text: 'It stands beside the send button, by the model that you have chosen.',
  },
  {
    title: 'Paid when it is saved',
    text: 'A reply that fails costs nothing. One that you stop keeps its words, and its price.',
  },
  {
    title: 'Every ruby is accounted for',
    text: 'The history shows what came, what went, and the balance after it. When a payment is refunded, its rubies go back too.',
  },
]
