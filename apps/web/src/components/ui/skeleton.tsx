import { classNames } from '#web/lib/class_names'

/** A placeholder for loading content. Give it the content's size, and announce the loading state elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('gleam rounded-control bg-hover', className)} />
}
