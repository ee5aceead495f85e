import { useEffect } from 'react'
import { NavLink } from 'react-router-dom'
import { classNames } from '#web/lib/class_names'
import { tabs } from './menu_items.ts'

/** The main menu on small screens. */
export function TabBar() {
  // Elements that take the keyboard focus scroll to above the bar, not behind it.
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBottom = '6rem'
    return () => void style.removeProperty('scroll-padding-bottom')
  }, [])
  return (
    <nav
      aria-label="Main"
      className="sticky bottom-0 z-20 border-t border-line bg-bg pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <ul className="mx-auto flex max-w-lg">
        {tabs.map(({ label, to, icon: Icon, note: Note }) => (
          <li key={label} className="min-w-0 flex-1">
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                classNames(
                  'flex min-h-15 flex-col items-center justify-center gap-1 text-xs font-semibold transition-colors select-none focus-visible:-outline-offset-2 active:bg-hover',
                  isActive ? 'text-accent-text' : 'text-soft'
                )
              }
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span className="max-w-full truncate">{label}</span>
              {Note && <Note />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
