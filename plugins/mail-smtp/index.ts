export { smtpMail, type SmtpMailOptions } from './src/smtp_mail.ts'
