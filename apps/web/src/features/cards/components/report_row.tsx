import type { CardFileOutcome } from '#modules/cards/api'
import { Badge, type Tone } from '#web/components/ui/badge'
import { ButtonLink } from '#web/components/ui/button'
import { countOf } from '#web/lib/count_of'
import { screens } from '#web/screens'
import type { ImportItem } from '../import_item.ts'
import { contentsOf, nameOf, pictureOf, titleOf } from '../item_texts.ts'
import { ImportItemHead } from './import_item_head.tsx'
import { ReportDetails } from './report_details.tsx'

interface ReportRowProps {
  item: ImportItem
  /** Null for chats, and for files that were not imported. */
  outcome: CardFileOutcome | null
}

/** A row with the outcome of a file, or of one file in an archive. */
export function ReportRow({ item, outcome }: ReportRowProps) {
  const { result } = item
  const chat = result?.kind === 'chat' ? result : null
  const because =
    item.refusal ?? (result?.kind === 'failed' ? result.because : null) ?? outcome?.report.refusedBecause ?? null
  const [tone, status] = statusOf(item, outcome)
  const characterId = outcome?.outcome === 'refused' ? null : (outcome?.character?.id ?? null)
  const lorebookId = characterId === null && outcome?.outcome !== 'refused' ? (outcome?.lorebook?.id ?? null) : null
  const title = outcome ? nameOf(outcome) : titleOf(item)
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-3 px-3 py-3.5 sm:px-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        <ImportItemHead
          item={item}
          title={title}
          picture={outcome?.contents?.picture ?? pictureOf(item)}
          summary={chat ? chatSummary(chat) : outcome ? contentsOf(outcome) : ''}
        >
          <span className="mt-1 block">
            <Badge tone={tone}>{status}</Badge>
          </span>
          {because !== null && <span className="mt-1 block break-words text-danger-text">{because}</span>}
        </ImportItemHead>
        <ReportDetails report={chat?.answer.report ?? outcome?.report ?? null} title={title} />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1">
        {characterId !== null && (
          <>
            <ButtonLink to={screens.character.href({ characterId })} aria-label={`Open ${title}`}>
              Open
            </ButtonLink>
            <ButtonLink
              to={screens.chat.href({ characterId }, { new: 'true' })}
              aria-label={`Start chat with ${title}`}
            >
              Start chat
            </ButtonLink>
          </>
        )}
        {lorebookId !== null && (
          <ButtonLink to={screens.lorebook.href({ lorebookId })} aria-label={`Open ${title}`}>
            Open
          </ButtonLink>
        )}
        {chat && (
          <ButtonLink
            look="primary"
            to={screens.chat.href({ characterId: chat.answer.characterId }, { session: chat.answer.sessionId })}
          >
            Continue this chat
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function statusOf({ result, refusal }: ImportItem, outcome: CardFileOutcome | null): [Tone, string] {
  if (refusal !== null || result?.kind === 'failed' || outcome?.outcome === 'refused') return ['danger', 'Not imported']
  if (outcome?.outcome === 'double') return ['neutral', 'You have this one']
  if (outcome?.match) return ['success', 'Updated']
  return ['success', 'Imported']
}

const chatSummary = ({
  answer,
  character,
}: {
  answer: { messageCount: number; sessions: unknown[] }
  character: string
}) =>
  [
    `Chat with ${character}`,
    answer.sessions.length > 1 && countOf(answer.sessions.length, 'chat'),
    countOf(answer.messageCount, 'message'),
  ]
    .filter(Boolean)
    .join(' · ')
