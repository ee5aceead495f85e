import type { RubyShares } from '#modules/economy/api'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Rubies } from '#web/components/shared/rubies'

/** A creator's earnings. Shown only where the operator shares rubies. */
export function CreatorShare({ percent, earned, remainderHundredths }: RubyShares) {
  return (
    <section aria-labelledby="share-heading">
      <h2 id="share-heading" className="display text-2xl">
        Rubies for creators
      </h2>
      <p className="mt-1.5 text-soft">
        When people chat with your characters, you get {percent}% of the bought rubies that the replies cost.
      </p>
      <BorderedList className="mt-5">
        <li className="flex items-center gap-4 px-4 py-3.5 sm:px-5">
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold">Earned so far</h3>
            <p className="text-sm text-soft">{nextCredit(remainderHundredths)}</p>
          </div>
          <Rubies amount={earned} />
        </li>
      </BorderedList>
      <p className="mt-3 text-sm text-faint">
        Whole rubies are credited once an hour. You spend them like any others. They aren’t paid out as money.
      </p>
    </section>
  )
}

const nextCredit = (hundredths: number): string => {
  const rubies = (Math.abs(hundredths) / 100).toLocaleString('en')
  if (hundredths < 0) return `A payment was taken back. ${rubies} of the rubies you earn next make up for it.`
  return hundredths === 0 ? 'Free rubies of others don’t count.' : `${rubies} more wait for the next credit.`
}
