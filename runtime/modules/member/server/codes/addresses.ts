/** Addresses at which members receive codes: mail and mobile phones. */
import { trimText } from 'tablewright/protocol'
import { OperationError, type Settings } from 'tablewright/server'
import { t } from '../i18n.ts'
import type { Scope } from '#generated/member/server.ts'

export const channels = ['email', 'mobile'] as const
export type Channel = (typeof channels)[number]

export interface Address {
  readonly channel: Channel
  readonly to: string
}

const mobile = /^1[3-9]\d{9}$/

/** The service that sends to these addresses. */
export const messengerOf = ({ mailer, smsSender }: Pick<Scope, 'mailer' | 'smsSender'>, channel: Channel) =>
  channel === 'email' ? mailer : smsSender

/** The channels the site is set up for, in the order of the screens. */
export const openChannels = (scope: Scope, settings: Settings = scope.settings): readonly Channel[] =>
  channels.filter((channel) => messengerOf(scope, channel)?.canDeliver(settings) === true)

/**
 * The address in the form it is stored and compared in.
 * @throws OperationError `invalid` when it is none, or the site cannot send to such addresses
 */
export function readAddress(scope: Scope, channel: Channel, text: string, field: string = channel): Address {
  const { language } = scope
  const to = trimText(text).toLowerCase()
  const messenger = messengerOf(scope, channel)
  if (!messenger?.canDeliver(scope.settings))
    throw new OperationError('invalid', { sentence: t(language, 'channel.off') })
  const isAddress = channel === 'email' ? to.length <= 100 && messenger.isAddress(to) : mobile.test(to)
  if (!isAddress) throw new OperationError('invalid', { errors: { [field]: t(language, `address.${channel}`) } })
  return { channel, to }
}
