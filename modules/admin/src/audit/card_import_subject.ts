import type { AdminActSubject } from '../../api.ts'

export const cardImportSubject = (id: string, files: number): AdminActSubject => ({
  type: 'characters',
  id,
  name: files === 1 ? '1 file' : `${files} files`,
})
