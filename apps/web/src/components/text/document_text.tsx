import { MessageText } from './message_text.tsx'

/** A long text in Markdown, such as the terms. */
export function DocumentText({ text }: { text: string }) {
  return (
    <div className="leading-relaxed break-words whitespace-pre-wrap" dir="auto">
      <MessageText text={text} />
    </div>
  )
}
