import { MessageText } from '#web/components/text/message_text'

/** The Markdown of an announcement. */
export function AnnouncementText({ text }: { text: string }) {
  return (
    <div className="max-w-measure min-w-0 flex-1 text-ui break-words whitespace-pre-wrap" dir="auto">
      <MessageText text={text} />
    </div>
  )
}
