/** Admin, as the command line may use it. */
export type { AdminActKind, AdminActSubject } from './api.ts'
