import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  icon?: ReactNode
  /** Actions. */
  children?: ReactNode
  /** Heading level. Without one, the title of a `panel` is not a heading. */
  level?: 1 | 2 | 3
  /** `page` replaces the content of a page, `panel` that of a list, dialog or sidebar. */
  size?: 'page' | 'panel'
}

/** Shown instead of content: empty, not found, failed. */
export function EmptyState({ title, text, icon, children, level, size = 'page' }: EmptyStateProps) {
  const isPage = size === 'page'
  const Title = level ? (`h${level}` as const) : isPage ? 'h2' : 'p'
  return (
    <div
      className={classNames(
        'mx-auto flex max-w-md animate-fade flex-col items-center text-center',
        isPage ? classNames('px-4 sm:py-24', level === 1 ? 'py-16' : 'py-10') : 'px-3 py-6'
      )}
    >
      {icon && (
        <span
          aria-hidden
          className={classNames(
            'relative grid place-items-center',
            isPage ? 'mb-4 size-16 sm:mb-6 sm:size-20' : 'mb-3 size-12'
          )}
        >
          <IconBackdrop className="absolute inset-0 size-full" />
          <span className={classNames('relative text-accent-text', isPage ? '[&>svg]:size-7' : '[&>svg]:size-5')}>
            {icon}
          </span>
        </span>
      )}
      <Title
        className={isPage ? classNames('display', level === 1 ? 'text-3xl' : 'text-2xl') : 'text-ui font-semibold'}
      >
        {title}
      </Title>
      {text && <p className={classNames('mt-2 text-balance text-soft', isPage ? 'text-base' : 'text-sm')}>{text}</p>}
      {children && (
        <div className={classNames('flex flex-wrap justify-center gap-3', isPage ? 'mt-7' : 'mt-4')}>{children}</div>
      )}
    </div>
  )
}

function IconBackdrop({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false" className={className}>
      <path className="fill-accent-soft" d="M24 1 44 12.5v23L24 47 4 35.5v-23z" />
      <g className="fill-accent-text">
        <path opacity=".07" d="M24 1 44 12.5 33 18.5 24 9z" />
        <path opacity=".13" d="M44 12.5v23L33 29.5v-11z" />
        <path opacity=".05" d="M4 12.5 24 1v8l-9 9.5z" />
        <path opacity=".1" d="M4 35.5 15 29.5 24 39v8z" />
        <path opacity=".16" d="M24 47v-8l9-9.5 11 6z" />
      </g>
    </svg>
  )
}
