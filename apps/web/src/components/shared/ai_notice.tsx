import { classNames } from '#web/lib/class_names'

/** The server's notice that a machine writes. An older server has none. */
export const AiNotice = ({ text, className }: { text: string | undefined; className?: string }) =>
  text === undefined ? null : (
    <p role="note" className={classNames('text-center text-xs text-balance text-soft', className)}>
      {text}
    </p>
  )
