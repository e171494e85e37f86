import { SegmentedControl } from '@blueprintjs/core'
import type { Channel } from '../CodeField.tsx'
import { useT } from './code-texts.ts'

interface ChannelChoiceProps {
  readonly channels: readonly Channel[]
  readonly value: Channel
  readonly onChange: (channel: Channel) => void
}

/** Mail or mobile phone, where the site has both. */
export function ChannelChoice({ channels, value, onChange }: ChannelChoiceProps) {
  const t = useT()
  if (channels.length < 2) return null
  return (
    <SegmentedControl
      fill
      className="member-channels"
      options={channels.map((channel) => ({ value: channel, label: t(channel) }))}
      value={value}
      onValueChange={(value) => onChange(value as Channel)}
    />
  )
}
