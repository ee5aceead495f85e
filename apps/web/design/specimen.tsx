import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-')
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="display mb-6 text-2xl">
        {title}
      </h2>
      <div className="grid gap-6">{children}</div>
    </section>
  )
}

interface SpecimenProps {
  name: string
  children: ReactNode
  isWide?: boolean
  isOnPicture?: boolean
}

/** A component with its name. */
export function Specimen({ name, children, isWide, isOnPicture }: SpecimenProps) {
  return (
    <div className="grid min-w-0 gap-2 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-6">
      <p className="pt-2 text-sm text-faint">{name}</p>
      <div
        className={classNames(
          isWide ? 'grid min-w-0 gap-4' : 'flex min-w-0 flex-wrap items-center gap-3',
          isOnPicture && 'rounded-panel bg-linear-to-r from-(--tone-5) to-(--tone-3) p-4'
        )}
      >
        {children}
      </div>
    </div>
  )
}
