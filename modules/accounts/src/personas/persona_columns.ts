import { columnsOf } from '#modules/kernel/tables'
import type { ListedPersona } from '../../api.ts'
import { PersonaRow } from '../tables/persona_row.ts'

/** The columns of a persona in `personas` (`own`), and of the default persona in `users`. */
export const personaColumns = columnsOf(PersonaRow, { without: ['user_id', 'id'] })
  .split(', ')
  .map((own) => ({
    key: PersonaRow.$keys.columnsToAttributes.get(own) as keyof Omit<ListedPersona, 'id' | 'isDefault'>,
    own,
    users: `persona_${own}`,
  }))

/** Builds a persona for exports. */
export const personaJson = (table: 'own' | 'users') =>
  `json_build_object(${personaColumns.map((each) => `'${each.key}', ${each[table]}`).join(', ')})`
