import { ChipLink } from '../../../components/ui/chip.tsx'

export interface AdminLink {
  label: string
  to: string
}

/** The ways between the rooms of the admins. */
export function AdminNav({ links, current }: { links: readonly AdminLink[]; current: string }) {
  return (
    <nav aria-label="Admin" className="mb-6 sm:mb-8">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ label, to }) => (
          <li key={to}>
            <ChipLink to={to} isCurrent={to === current}>
              {label}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
