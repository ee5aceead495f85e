import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { isServerRender } from '#web/lib/server_render'
import { classNames } from '#web/lib/class_names'
import { IconButton } from './icon_button.tsx'

interface BannerProps {
  icon: ReactNode
  title: string
  text?: ReactNode
  /** One button, or a button and a link. */
  action?: ReactNode
  /** Shows a Dismiss button. */
  onDismiss?: () => void
  /** Storage key set when the banner was dismissed for good. The server can't read it, so the first paint hides the banner by it. */
  dismissedKey?: string
  /** `accent` for rewards. */
  tone?: 'neutral' | 'accent'
}

/** An offer above the content. Stacks on narrow screens. */
export function Banner({ icon, title, text, action, onDismiss, dismissedKey, tone = 'neutral' }: BannerProps) {
  return (
    <section
      aria-label={title}
      data-unless={isServerRender ? dismissedKey : undefined}
      className={classNames(
        'relative flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border p-4 sm:items-center',
        tone === 'accent' ? 'border-accent/35 bg-accent-soft' : 'border-line bg-raised'
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'grid size-11 shrink-0 place-items-center rounded-panel [&>svg]:size-5.5',
          tone === 'accent' ? 'bg-bg/45 text-accent-text' : 'bg-hover text-soft'
        )}
      >
        {icon}
      </span>
      <div className={classNames('min-w-0 flex-1 basis-40 self-center', onDismiss && 'max-sm:pr-9')}>
        <p className="font-semibold text-balance break-words">{title}</p>
        {text && <p className="text-sm text-soft">{text}</p>}
      </div>
      {action && (
        <div
          className={classNames(
            'flex shrink-0 flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1',
            onDismiss && 'sm:mr-10'
          )}
        >
          {action}
        </div>
      )}
      {onDismiss && (
        <IconButton
          label="Dismiss"
          icon={<X />}
          onClick={onDismiss}
          className="absolute top-1.5 right-1.5 sm:top-1/2 sm:-translate-y-1/2"
        />
      )}
    </section>
  )
}
