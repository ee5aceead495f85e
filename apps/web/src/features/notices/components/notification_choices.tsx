import { alwaysListed, type NotificationKind, type NotificationWay } from '#modules/notices/api'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Checkbox } from '#web/components/ui/toggle'
import { hasRubies } from '#web/lib/has_rubies'
import { useNotificationSettings } from '../notifications.ts'

interface Choice {
  kind: NotificationKind
  label: string
  hint?: string
  needsRubies?: true
}

const choices: readonly Choice[] = [
  { kind: 'reply_finished', label: 'Finished replies', hint: 'When you have left before the end.' },
  { kind: 'comment', label: 'Comments', hint: 'On your characters.' },
  { kind: 'comment_reply', label: 'Replies to your comments' },
  { kind: 'likes', label: 'Likes', hint: 'Of your characters: at 1, 5, 10, 50 and so on.' },
  { kind: 'follower', label: 'New followers' },
  { kind: 'creator_published', label: 'New characters', hint: 'Of creators you follow.' },
  { kind: 'character_updated', label: 'New versions', hint: 'Of characters you talk to.' },
  { kind: 'rubies_received', label: 'Rubies', hint: 'From purchases, codes and gifts.', needsRubies: true },
  { kind: 'reward_ready', label: 'Daily reward', needsRubies: true },
  { kind: 'announcement', label: 'Announcements' },
  { kind: 'webhook_off', label: 'Webhooks', hint: 'That were turned off, because they failed.' },
  { kind: 'decision', label: 'Decisions of moderators', hint: 'Always in the app.' },
  { kind: 'review_decided', label: 'Reviews', hint: 'Of what you wanted to publish. Always in the app.' },
]

const ways: readonly { way: NotificationWay; label: string }[] = [
  { way: 'app', label: 'App' },
  { way: 'push', label: 'Push' },
  { way: 'mail', label: 'Mail' },
]

/** The ways of each kind, as a table. */
export function NotificationChoices() {
  const { query, settings, choose } = useNotificationSettings()
  if (query.isPending)
    return (
      <Loading label="Loading settings">
        <Skeleton className="h-120 w-full rounded-panel" />
      </Loading>
    )
  if (!settings) return <LoadFailed size="panel" title="Couldn’t load your notification settings" query={query} />
  const toggle = (kind: NotificationKind, way: NotificationWay) => {
    const chosen = settings[kind]
    choose({ kind, ways: chosen.includes(way) ? chosen.filter((each) => each !== way) : [...chosen, way] })
  }
  return (
    <table className="w-full border-separate border-spacing-0 overflow-clip rounded-panel border border-line bg-raised text-left">
      <thead className="text-sm text-soft">
        <tr>
          <th scope="col" className="py-3 pl-4 font-semibold sm:pl-5">
            <span className="sr-only">Kind</span>
          </th>
          {ways.map(({ way, label }) => (
            <th key={way} scope="col" className="w-13 py-3 text-center font-semibold last:pr-2 sm:w-20 sm:last:pr-3">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices
          .filter(({ needsRubies }) => !needsRubies || hasRubies())
          .map(({ kind, label, hint }) => (
            <tr key={kind}>
              <th scope="row" className="border-t border-line py-2.5 pr-2 pl-4 font-normal sm:pl-5">
                <span className="block text-ui font-medium break-words">{label}</span>
                {hint && <span className="mt-0.5 block text-sm text-pretty text-faint">{hint}</span>}
              </th>
              {ways.map(({ way, label: wayLabel }) => (
                <td key={way} className="border-t border-line text-center align-middle last:pr-2 sm:last:pr-3">
                  <Checkbox
                    className="justify-center gap-0!"
                    label={
                      <span className="sr-only">
                        {label}: {wayLabel}
                      </span>
                    }
                    checked={settings[kind].includes(way)}
                    disabled={way === 'app' && alwaysListed.includes(kind)}
                    onChange={() => toggle(kind, way)}
                  />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}
