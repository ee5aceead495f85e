import type { RubyTransaction } from '#modules/economy/api'
import { ButtonLink } from '#web/components/ui/button'
import { rubiesText } from '#web/components/shared/rubies_text'
import { screens } from '#web/screens'

/** The receipt of one reply, with a link to its chat. */
export function Receipt({
  transaction: { id, amount, balanceAfter, createdAt, chat },
}: {
  transaction: RubyTransaction
}) {
  const details = [
    ['Paid', rubiesText(-amount)],
    ['Balance', `${(balanceAfter - amount).toLocaleString('en')} before, ${balanceAfter.toLocaleString('en')} after`],
    ['Date', new Date(createdAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium' })],
    ['Receipt number', id],
  ]
  return (
    <div className="mt-2 rounded-panel border border-line bg-sunken p-4 text-sm">
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        {details.map(([name, value]) => (
          <div key={name} className="sm:contents">
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {chat && (
        <ButtonLink
          to={
            chat.characterId === null
              ? screens.group.href({ groupId: chat.sessionId })
              : screens.chat.href({ characterId: chat.characterId }, { session: chat.sessionId })
          }
          size="s"
          className="mt-3"
        >
          Open the chat
        </ButtonLink>
      )}
      {chat === null && <p className="mt-3 text-faint">The chat has been deleted.</p>}
    </div>
  )
}
