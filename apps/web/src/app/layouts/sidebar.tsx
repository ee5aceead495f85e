import type { User } from '#modules/accounts/api'
import PanelLeft from 'lucide-react/icons/panel-left'
import { Link, NavLink } from 'react-router-dom'
import { buttonClasses } from '#web/components/ui/button'
import { RecentChats } from '#web/features/chat/components/recent_chats'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import { collapseSidebar, useIsRail } from '#web/lib/sidebar'
import { screens } from '#web/screens'
import { adminMenu, buyRubies, createCharacter, mainMenu, type MenuItem } from './menu_items.ts'

interface SidebarProps {
  user: User
  /** Whether the screen leaves room for the icons only. */
  isNarrow: boolean
}

/** The main menu, the main actions and the latest chats. A rail shows icons only, with the same accessible names. */
export function Sidebar({ user, isNarrow }: SidebarProps) {
  const isRail = useIsRail() || isNarrow
  return (
    <div className="flex h-full flex-col">
      <div className="grid min-h-0 flex-1 content-start gap-7 overflow-y-auto overscroll-contain px-3 py-5 [scrollbar-width:thin]">
        <nav aria-label="Main">
          <ul className="grid gap-1">
            {[...mainMenu(), ...adminMenu(user)].map((item) => (
              <li key={item.label}>
                <MenuLink {...item} isRail={isRail} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-2 rail:justify-center">
          <ActionLink {...createCharacter} look="primary" isRail={isRail} />
          {hasRubies() && <ActionLink {...buyRubies} look="outline" isRail={isRail} />}
        </div>
        <RecentChats isRail={isRail} />
      </div>
      <div className="border-t border-line p-3 in-data-chat:max-xl:hidden">
        <button
          type="button"
          title={isRail ? 'Expand sidebar' : undefined}
          aria-expanded={!isRail}
          className={classNames(itemClasses, 'w-full text-faint hover:bg-hover hover:text-text')}
          onClick={() => collapseSidebar(!isRail)}
        >
          <PanelLeft aria-hidden className="size-5 shrink-0" />
          <span className="rail:sr-only">{isRail ? 'Expand sidebar' : 'Collapse sidebar'}</span>
        </button>
      </div>
    </div>
  )
}

const itemClasses =
  'flex min-h-touch items-center gap-3 rounded-control px-3 text-ui font-semibold transition-colors rail:justify-center rail:px-0'

function MenuLink({ label, to, icon: Icon, note: Note, isRail }: MenuItem & { isRail: boolean }) {
  return (
    <NavLink
      to={to}
      // The screens below /admin highlight this link too.
      end={to !== screens.admin.path}
      title={isRail ? label : undefined}
      className={({ isActive }) =>
        classNames(itemClasses, isActive ? 'bg-hover text-text' : 'text-soft hover:bg-hover hover:text-text')
      }
    >
      {({ isActive }) => (
        <>
          <Icon aria-hidden className={classNames('size-5 shrink-0', isActive && 'text-accent-text')} />
          <span className="rail:sr-only">{label}</span>
          {Note && <Note />}
        </>
      )}
    </NavLink>
  )
}

function ActionLink({
  label,
  to,
  icon: Icon,
  look,
  isRail,
}: MenuItem & { look: 'primary' | 'outline'; isRail: boolean }) {
  return (
    <Link
      to={to}
      title={isRail ? label : undefined}
      className={`${buttonClasses(look)} rail:size-11 rail:rounded-full rail:p-0`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="rail:sr-only">{label}</span>
    </Link>
  )
}
