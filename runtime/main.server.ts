/** Joins the core with the generated code and the hand-written modules: one line per module. */
import { chat } from '#generated/chat/index.ts'
import { cms } from '#generated/cms/index.ts'
import { exam } from '#generated/exam/index.ts'
import { face } from '#generated/face/index.ts'
import { live } from '#generated/live/index.ts'
import { mail } from '#generated/mail/index.ts'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { questionnaire } from '#generated/questionnaire/index.ts'
import { shop } from '#generated/shop/index.ts'
import { sms } from '#generated/sms/index.ts'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import { composeServer } from './server/compose.ts'
import { chatServer } from './modules/chat/server/index.ts'
import { cmsServer } from './modules/cms/server/index.ts'
import { examServer } from './modules/exam/server/index.ts'
import { faceServer } from './modules/face/server/index.ts'
import { liveServer } from './modules/live/server/index.ts'
import { mailServer } from './modules/mail/server/index.ts'
import { memberServer } from './modules/member/server/index.ts'
import { payServer } from './modules/pay/server/index.ts'
import { questionnaireServer } from './modules/questionnaire/server/index.ts'
import { shopServer } from './modules/shop/server/index.ts'
import { smsServer } from './modules/sms/server/index.ts'
import { wmsServer } from './modules/wms/server/index.ts'

/** The server with these modules; the command line runs it. */
export const server = composeServer({
  modules: [
    { manifest: wms, server: wmsServer },
    { manifest: member, server: memberServer },
    { manifest: pay, server: payServer },
    { manifest: cms, server: cmsServer },
    { manifest: shop, server: shopServer },
    { manifest: chat, server: chatServer },
    { manifest: face, server: faceServer },
    { manifest: mail, server: mailServer },
    { manifest: questionnaire, server: questionnaireServer },
    { manifest: exam, server: examServer },
    { manifest: live, server: liveServer },
    { manifest: sms, server: smsServer },
    { manifest: system, server: null },
  ],
  describeTables: async () => (await import('#generated/openapi.json', { with: { type: 'json' } })).default,
})
