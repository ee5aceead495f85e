import { Badge } from '../../../components/ui/badge.tsx'

/** Marks a chat whose character was deleted. */
export function DeletedTag() {
  return <Badge>deleted</Badge>
}
