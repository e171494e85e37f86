/** Whether guests and those who suggest links solve a captcha. */
import type { Scope } from '#generated/cms/server.ts'

export const needsCaptcha = ({ settings }: Pick<Scope, 'settings'>): boolean => settings.fixed.captcha ?? true
