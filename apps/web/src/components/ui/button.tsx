import type { ButtonHTMLAttributes, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from '#web/lib/class_names'
import { InlineSpinner } from './inline_spinner.tsx'

/** Use `primary` once per view. `picture` is for buttons on top of a picture. */
export type ButtonLook = 'primary' | 'outline' | 'quiet' | 'danger' | 'picture'
export type ButtonSize = 's' | 'm' | 'l'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent shadow-rest enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover',
  outline: 'border border-line-strong/70 bg-raised enabled:hover:bg-hover [a&]:hover:bg-hover',
  quiet: 'text-soft enabled:hover:bg-hover enabled:hover:text-text [a&]:hover:bg-hover [a&]:hover:text-text',
  danger: 'border border-danger-line bg-danger text-danger-text enabled:hover:border-danger-text',
  picture: 'bg-veil text-on-picture focus-visible:outline-on-picture enabled:hover:bg-cover [a&]:hover:bg-cover',
}

const base =
  'inline-flex items-center justify-center gap-2 font-semibold [&>svg]:shrink-0 transition-[color,background-color,border-color,scale] duration-short select-none enabled:active:scale-[0.98] disabled:cursor-not-allowed disabled:opacity-50 [a&]:active:scale-[0.98]'

const shapes: Record<ButtonSize, string> = {
  // Looks smaller, but the touch target keeps its size.
  s: 'relative min-h-9 rounded-control px-3 py-1.5 text-sm after:absolute after:-inset-1',
  m: 'min-h-touch min-w-touch rounded-control px-4 py-2 text-ui',
  l: 'min-h-13 min-w-touch rounded-panel px-7 py-3 text-base',
}
const roundShapes: Record<ButtonSize, string> = {
  s: 'relative size-9 shrink-0 rounded-full after:absolute after:-inset-1',
  m: 'size-11 shrink-0 rounded-full',
  l: 'size-13 shrink-0 rounded-full',
}

/** Button classes for other elements, such as links and Radix parts. */
export function buttonClasses(look: ButtonLook = 'outline', isIcon = false, size: ButtonSize = 'm'): string {
  return classNames(base, looks[look], (isIcon ? roundShapes : shapes)[size])
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  look?: ButtonLook
  size?: ButtonSize
  /** Round, for a single icon. Needs an `aria-label`; prefer `IconButton`. */
  isIcon?: boolean
  /** Shows a spinner and ignores clicks. Keeps width, name and focus. */
  isLoading?: boolean
  /** Looks disabled and ignores clicks, but keeps the focus. */
  isIdle?: boolean
}

export function Button({
  look,
  size,
  isIcon,
  isLoading = false,
  isIdle = false,
  className,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      // `disabled` would drop the focus.
      aria-disabled={isLoading || isIdle || undefined}
      aria-busy={isLoading || undefined}
      onClick={(event) => (isLoading || isIdle ? event.preventDefault() : onClick?.(event))}
      className={classNames(
        buttonClasses(look, isIcon, size),
        isLoading ? 'cursor-progress' : isIdle && 'cursor-not-allowed opacity-50',
        className
      )}
      {...rest}
    >
      {isLoading ? (
        <span className="grid place-items-center *:[grid-area:1/1]">
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <InlineSpinner className="size-5" />
        </span>
      ) : (
        children
      )}
    </button>
  )
}

type ButtonLinkProps = LinkProps & { look?: ButtonLook; size?: ButtonSize }

/** A link that looks like a button. Use `reloadDocument` to leave the app. */
export function ButtonLink({ look, size, className, ...rest }: ButtonLinkProps) {
  return <Link className={classNames(buttonClasses(look, false, size), className)} {...rest} />
}
