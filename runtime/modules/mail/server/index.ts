/** The hand-written server part of the mail module: SMTP, templates and the log. */
import { defineServerModule } from 'tablewright/server'
import type { MailServerParts } from '#generated/mail/parts.ts'
import { deliverMail, removeOldMail } from './deliver.ts'
import { resend, sendTest } from './effects.ts'
import { mailErasure } from './erasure.ts'
import { mailer } from './mailer.ts'
import { roles } from './roles.ts'
import { mailSettings } from './settings.ts'
import { logHooks, prepareTemplates, templateHooks } from './templates.ts'

export const mailServer = defineServerModule<MailServerParts>({
  name: 'mail',
  roles,
  settings: mailSettings,
  hooks: {
    'mail/template': templateHooks,
    'mail/log': logHooks,
  },
  effects: { 'mail/template': { sendTest }, 'mail/log': { resend } },
  jobs: [deliverMail, removeOldMail],
  messages: [
    {
      code: 'mail_test',
      label: { 'zh-cn': '测试邮件', en: 'Test mail' },
      variables: {},
      mail: {
        subject: { 'zh-cn': '{{site_name}} 测试邮件', en: 'Test mail of {{site_name}}' },
        text: {
          'zh-cn': '这是一封测试邮件。收到它说明邮件设置正确。',
          en: 'This is a test. If you have received it, the mail settings are correct.',
        },
      },
      isSecret: false,
    },
  ],
  mailer,
  memberErasure: mailErasure,
  prepare: prepareTemplates,
})
