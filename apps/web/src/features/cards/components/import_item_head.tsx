import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'
import { Picture } from '#web/components/shared/picture'
import type { ImportItem } from '../import_item.ts'
import { pathOf } from '../item_texts.ts'

interface ImportItemHeadProps {
  item: ImportItem
  title: string
  picture: string | null
  /** A summary of the file's contents. */
  summary: string
  children?: ReactNode
}

/** The picture, name and contents of a file. */
export function ImportItemHead({ item, title, picture, summary, children }: ImportItemHeadProps) {
  const path = pathOf(item)
  return (
    <span className="flex min-w-0 flex-1 gap-3">
      {item.isChat ? (
        <span aria-hidden className="grid h-16 w-12 shrink-0 place-items-center rounded-control bg-hover text-faint">
          <MessagesSquare className="size-5" />
        </span>
      ) : (
        <Picture
          address={picture}
          name={title}
          isEager
          className="h-16 w-12 rounded-control"
          initialsClassName="text-base"
        />
      )}
      <span className="min-w-0 flex-1 text-sm">
        <span className="block text-ui font-semibold break-words">{title}</span>
        {path !== title && <span className="block text-faint [overflow-wrap:anywhere]">{path}</span>}
        {summary && <span className="block text-soft">{summary}</span>}
        {children}
      </span>
    </span>
  )
}
