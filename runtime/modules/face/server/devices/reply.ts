/** Answers of the webhooks of devices, and how often a device may report. */
import { nowSeconds, type LimitRule, type WebhookReply } from 'tablewright/server'

/** Sixty reports of one device a minute; then it waits for a minute. */
export const reportLimit: LimitRule = { windowSeconds: 60, captchaFrom: 0, maxFailures: 60, wait: 60, maxWait: 60 }

/** The envelope of all answers, with a status for devices that look at nothing else. */
export const reply = (status: number, code: number, msg: string, data: unknown = null): WebhookReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ code, msg, time: nowSeconds(), data }),
})
