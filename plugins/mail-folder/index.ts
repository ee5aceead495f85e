export { folderMail, type FolderMailOptions } from './src/folder_mail.ts'
