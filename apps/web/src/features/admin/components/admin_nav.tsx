import { Link } from 'react-router-dom'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'

/** The admin tab of the settings. */
const usersAddress = screens.settings.href({}, { tab: 'admin' })

const allLinks = [
  { label: 'Dashboard', to: screens.admin.path },
  { label: 'Users', to: usersAddress },
  { label: 'Sign-up', to: screens.adminSignUp.path },
  { label: 'Characters', to: screens.adminCharacters.path },
  { label: 'Reports', to: screens.adminReports.path },
  { label: 'Codes', to: screens.adminCodes.path },
  { label: 'Held', to: screens.adminHeld.path },
  { label: 'Announcements', to: screens.adminAnnouncements.path },
  { label: 'Control room', to: screens.adminControlRoom.path },
  { label: 'Costs', to: screens.adminCosts.path },
  { label: 'Pages', to: screens.adminPages.path },
  { label: 'Audit log', to: screens.adminAudit.path },
  { label: 'Outbox', to: screens.adminOutbox.path },
]

const shownLinks = () => (hasRubies() ? allLinks : allLinks.filter(({ to }) => to !== screens.adminCodes.path))

/** The links of the admin tab to the admin screens. */
export const screenLinks = () => shownLinks().filter(({ to }) => to !== usersAddress)

/** The navigation between admin screens. */
export function AdminNav({ current }: { current: string }) {
  return (
    <nav aria-label="Admin" className="mb-6 border-b border-line sm:mb-8">
      {/* Aligns the first label with the page's text. */}
      <ul className="-mx-3 -mb-px flex flex-wrap gap-x-1 max-[24rem]:-mx-1">
        {shownLinks().map(({ label, to }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className={classNames(
                'relative grid min-h-touch place-items-center px-3 text-ui font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2 max-[24rem]:px-1 max-[24rem]:text-sm max-[22rem]:text-xs',
                to === current
                  ? 'text-text after:absolute after:inset-x-3 max-[24rem]:after:inset-x-1 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent-text'
                  : 'text-faint hover:text-text'
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
