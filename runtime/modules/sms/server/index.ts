/** The hand-written server part of the SMS module: providers, templates and the log. */
import { defineServerModule } from 'tablewright/server'
import type { SmsServerParts } from '#generated/sms/parts.ts'
import { deliverSms, removeOldSms } from './deliver.ts'
import { resend, sendTest } from './effects.ts'
import { smsErasure } from './erasure.ts'
import { roles } from './roles.ts'
import { smsSender } from './sender.ts'
import { smsSettings } from './settings.ts'
import { logHooks, prepareTemplates, templateHooks } from './templates.ts'

export const smsServer = defineServerModule<SmsServerParts>({
  name: 'sms',
  roles,
  settings: smsSettings,
  hooks: {
    'sms/template': templateHooks,
    'sms/log': logHooks,
  },
  effects: { 'sms/template': { sendTest }, 'sms/log': { resend } },
  jobs: [deliverSms, removeOldSms],
  messages: [
    {
      code: 'sms_test',
      label: { 'zh-cn': '测试短信', en: 'Test SMS' },
      variables: {},
      sms: { 'zh-cn': '{{site_name}}：这是一条测试短信。', en: '{{site_name}}: this is a test.' },
      isSecret: false,
    },
  ],
  smsSender,
  memberErasure: smsErasure,
  prepare: prepareTemplates,
})
