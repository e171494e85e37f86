// The networks of the built-in engine in a thread of their own (see network.ts): face detector, 68 landmarks, and the
// vector of a face. Plain JavaScript, because a worker is loaded as a file. The weights are those of the package
// @vladmandic/face-api; the layers are computed here, without its runtime.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Activations: `height` × `width` points of `channels` values. There is room for a multiple of four points, so that
 * products need no case for the rest.
 */
const createTensor = (height, width, channels) => ({
  height,
  width,
  channels,
  data: new Float32Array(Math.ceil((height * width) / 4) * 4 * channels),
})

/** Reads the weights of a network by name: bytes, each with a scale and a least value for its whole tensor. */
function readWeights({ values: file, manifest }) {
  const [{ weights }] = JSON.parse(readFileSync(manifest, 'utf8'))
  const bytes = readFileSync(file)
  const byName = new Map()
  let offset = 0
  for (const { name, shape, quantization } of weights) {
    const length = shape.reduce((product, size) => product * size, 1)
    const values = new Float32Array(length)
    if (quantization) {
      const { scale, min } = quantization
      for (let index = 0; index < length; index++) values[index] = bytes[offset + index] * scale + min
      offset += length
    } else {
      for (let index = 0; index < length; index++) values[index] = bytes.readFloatLE(offset + 4 * index)
      offset += 4 * length
    }
    byName.set(name, { shape, values })
  }
  if (offset !== bytes.length) throw new Error(`The weights in ${file} do not have the length of their manifest.`)
  return byName
}

const tensorOf = (weights, name) => {
  const tensor = weights.get(name)
  if (!tensor) throw new Error(`The weights have no tensor ${name}.`)
  return tensor
}

/**
 * A filter as rows of one output channel each, their number a multiple of four.
 * @param scales of the output channels, which a following layer would multiply by
 */
function filterOf({ shape, values }, bias, scales = null) {
  const columns = shape.at(-1)
  const depth = values.length / columns
  const padded = Math.ceil(columns / 4) * 4
  const rows = new Float32Array(padded * depth)
  for (let column = 0; column < columns; column++) {
    const scale = scales ? scales[column] : 1
    for (let index = 0; index < depth; index++) rows[column * depth + index] = values[index * columns + column] * scale
  }
  const biases = new Float32Array(padded)
  if (bias) biases.set(bias)
  return { size: shape.length === 4 ? shape[0] : 1, depth, columns: padded, rows, biases }
}

/**
 * Products of `points` rows of `input` with the rows of a filter, four by four: each value that is read is used four
 * times before the next one.
 */
function multiply(input, points, { depth, columns, rows, biases }, output) {
  for (let point = 0; point < points; point += 4) {
    const first = point * depth
    const second = first + depth
    const third = second + depth
    const fourth = third + depth
    for (let column = 0; column < columns; column += 4) {
      const row0 = column * depth
      const row1 = row0 + depth
      const row2 = row1 + depth
      const row3 = row2 + depth
      let s00 = 0,
        s01 = 0,
        s02 = 0,
        s03 = 0
      let s10 = 0,
        s11 = 0,
        s12 = 0,
        s13 = 0
      let s20 = 0,
        s21 = 0,
        s22 = 0,
        s23 = 0
      let s30 = 0,
        s31 = 0,
        s32 = 0,
        s33 = 0
      for (let index = 0; index < depth; index++) {
        const w0 = rows[row0 + index]
        const w1 = rows[row1 + index]
        const w2 = rows[row2 + index]
        const w3 = rows[row3 + index]
        const a = input[first + index]
        s00 += a * w0
        s01 += a * w1
        s02 += a * w2
        s03 += a * w3
        const b = input[second + index]
        s10 += b * w0
        s11 += b * w1
        s12 += b * w2
        s13 += b * w3
        const c = input[third + index]
        s20 += c * w0
        s21 += c * w1
        s22 += c * w2
        s23 += c * w3
        const d = input[fourth + index]
        s30 += d * w0
        s31 += d * w1
        s32 += d * w2
        s33 += d * w3
      }
      const b0 = biases[column]
      const b1 = biases[column + 1]
      const b2 = biases[column + 2]
      const b3 = biases[column + 3]
      let place = point * columns + column
      output[place] = s00 + b0
      output[place + 1] = s01 + b1
      output[place + 2] = s02 + b2
      output[place + 3] = s03 + b3
      place += columns
      output[place] = s10 + b0
      output[place + 1] = s11 + b1
      output[place + 2] = s12 + b2
      output[place + 3] = s13 + b3
      place += columns
      output[place] = s20 + b0
      output[place + 1] = s21 + b1
      output[place + 2] = s22 + b2
      output[place + 3] = s23 + b3
      place += columns
      output[place] = s30 + b0
      output[place + 1] = s31 + b1
      output[place + 2] = s32 + b2
      output[place + 3] = s33 + b3
    }
  }
}

/** Where windows lie: `same` pads so that the output has the size of the input over the stride, at the end first. */
function windows(length, size, stride, padding) {
  if (padding === 'valid') return { count: Math.floor((length - size) / stride) + 1, before: 0 }
  const count = Math.ceil(length / stride)
  return { count, before: Math.floor(Math.max((count - 1) * stride + size - length, 0) / 2) }
}

let patches = new Float32Array(0)

/** Convolution: the windows of the input as rows of a matrix, then one product. */
function convolve(input, filter, stride = 1, padding = 'same') {
  const { size, depth, columns } = filter
  const { height, width, channels, data } = input
  const vertical = windows(height, size, stride, padding)
  const horizontal = windows(width, size, stride, padding)
  const output = createTensor(vertical.count, horizontal.count, columns)
  const points = vertical.count * horizontal.count
  if (size === 1) {
    multiply(data, points, filter, output.data)
    return output
  }
  const needed = Math.ceil(points / 4) * 4 * depth
  if (patches.length < needed) patches = new Float32Array(needed)
  let place = 0
  for (let y = 0; y < vertical.count; y++)
    for (let x = 0; x < horizontal.count; x++) {
      const left = x * stride - horizontal.before
      for (let row = 0; row < size; row++) {
        const top = y * stride - vertical.before + row
        for (let column = 0; column < size; column++) {
          const across = left + column
          if (top < 0 || top >= height || across < 0 || across >= width) {
            patches.fill(0, place, place + channels)
            place += channels
            continue
          }
          const source = (top * width + across) * channels
          for (let channel = 0; channel < channels; channel++) patches[place++] = data[source + channel]
        }
      }
    }
  multiply(patches, points, filter, output.data)
  return output
}

/** Convolution of each channel by itself. */
function convolveChannels(input, { shape, values }, stride) {
  const [size] = shape
  const { height, width, channels, data } = input
  const vertical = windows(height, size, stride, 'same')
  const horizontal = windows(width, size, stride, 'same')
  const output = createTensor(vertical.count, horizontal.count, channels)
  for (let y = 0; y < vertical.count; y++)
    for (let x = 0; x < horizontal.count; x++) {
      const target = (y * horizontal.count + x) * channels
      for (let row = 0; row < size; row++) {
        const top = y * stride - vertical.before + row
        if (top < 0 || top >= height) continue
        for (let column = 0; column < size; column++) {
          const across = x * stride - horizontal.before + column
          if (across < 0 || across >= width) continue
          const source = (top * width + across) * channels
          const weight = (row * size + column) * channels
          for (let channel = 0; channel < channels; channel++)
            output.data[target + channel] += data[source + channel] * values[weight + channel]
        }
      }
    }
  return output
}

/** Largest value, or mean, of each window; what lies outside does not count. */
function pool(input, size, stride, padding, isMean = false) {
  const { height, width, channels, data } = input
  const vertical = windows(height, size, stride, padding)
  const horizontal = windows(width, size, stride, padding)
  const output = createTensor(vertical.count, horizontal.count, channels)
  const start = isMean ? 0 : Number.NEGATIVE_INFINITY
  output.data.fill(start, 0, vertical.count * horizontal.count * channels)
  for (let y = 0; y < vertical.count; y++)
    for (let x = 0; x < horizontal.count; x++) {
      const target = (y * horizontal.count + x) * channels
      for (let row = 0; row < size; row++) {
        const top = y * stride - vertical.before + row
        if (top < 0 || top >= height) continue
        for (let column = 0; column < size; column++) {
          const across = x * stride - horizontal.before + column
          if (across < 0 || across >= width) continue
          const source = (top * width + across) * channels
          for (let channel = 0; channel < channels; channel++) {
            const value = data[source + channel]
            const place = target + channel
            if (isMean) output.data[place] += value / (size * size)
            else if (value > output.data[place]) output.data[place] = value
          }
        }
      }
    }
  return output
}

const change = (tensor, of) => {
  const { data } = tensor
  for (let index = 0; index < data.length; index++) data[index] = of(data[index])
  return tensor
}
const relu = (tensor) => change(tensor, (value) => (value > 0 ? value : 0))
const leaky = (tensor) => change(tensor, (value) => (value > 0 ? value : value * 0.1))

/** Adds to the first tensor; a smaller one lies in the corner of the larger one, with zeros around. */
function add(target, other) {
  for (let y = 0; y < Math.min(target.height, other.height); y++)
    for (let x = 0; x < Math.min(target.width, other.width); x++) {
      const place = (y * target.width + x) * target.channels
      const source = (y * other.width + x) * other.channels
      const channels = Math.min(target.channels, other.channels)
      for (let channel = 0; channel < channels; channel++) target.data[place + channel] += other.data[source + channel]
    }
  return target
}

const separableOf = (weights, name) => ({
  depthwise: tensorOf(weights, `${name}/depthwise_filter`),
  pointwise: filterOf(tensorOf(weights, `${name}/pointwise_filter`), tensorOf(weights, `${name}/bias`).values),
})
const convolveSeparable = (input, { depthwise, pointwise }, stride = 1) =>
  convolve(convolveChannels(input, depthwise, stride), pointwise)

const plainOf = (weights, name) =>
  filterOf(tensorOf(weights, `${name}/filters`), tensorOf(weights, `${name}/bias`).values)

/** The pixels of a square as the networks were trained on them: less the mean of each color, over 255. */
function normalize(pixels, size, [red, green, blue]) {
  const tensor = createTensor(size, size, 3)
  for (let index = 0; index < size * size * 3; index += 3) {
    tensor.data[index] = (pixels[index] - red) / 255
    tensor.data[index + 1] = (pixels[index + 1] - green) / 255
    tensor.data[index + 2] = (pixels[index + 2] - blue) / 255
  }
  return tensor
}
const faceMean = [122.782, 117.001, 104.298]

const sigmoid = (value) => 1 / (1 + Math.exp(-value))

/** The detector: a small YOLO with five shapes of boxes in each cell. */
export function createDetector(files) {
  const weights = readWeights(files)
  const first = plainOf(weights, 'conv0')
  const middle = [1, 2, 3, 4, 5].map((number) => separableOf(weights, `conv${number}`))
  const last = plainOf(weights, 'conv8')
  const anchors = [
    [1.603231, 2.094468],
    [6.041143, 7.080126],
    [2.882459, 3.518061],
    [4.266906, 5.178857],
    [9.041765, 10.66308],
  ]
  /** Boxes in parts of the square, the most certain first. */
  return (pixels, size, threshold) => {
    let output = leaky(convolve(normalize(pixels, size, [117.001, 114.697, 97.404]), first, 1, 'valid'))
    for (const [index, layer] of middle.entries())
      output = leaky(convolveSeparable(pool(output, 2, index === 5 ? 1 : 2, 'same'), layer))
    output = convolve(pool(output, 2, 1, 'same'), last, 1, 'valid')
    const { height: cells, channels, data } = output
    const boxes = []
    for (let y = 0; y < cells; y++)
      for (let x = 0; x < cells; x++)
        for (const [index, [across, down]] of anchors.entries()) {
          const place = (y * cells + x) * channels + index * 5
          const score = sigmoid(data[place + 4])
          if (score < threshold) continue
          const width = (Math.exp(data[place + 2]) * across) / cells
          const height = (Math.exp(data[place + 3]) * down) / cells
          const left = (x + sigmoid(data[place])) / cells - width / 2
          const top = (y + sigmoid(data[place + 1])) / cells - height / 2
          boxes.push({ left, top, width, height, score })
        }
    return withoutOverlaps(boxes)
  }
}

function withoutOverlaps(boxes) {
  const result = []
  for (const box of boxes.sort((a, b) => b.score - a.score))
    if (result.every((other) => overlap(box, other) <= 0.4)) result.push(box)
  return result
}

/** Common area over that of both. */
function overlap(a, b) {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const common = width * height
  return common / (a.width * a.height + b.width * b.height - common)
}

/** 68 landmarks in a square of 112 pixels around a face, in parts of it: x, y, x, y … */
export function createLandmarks(files) {
  const weights = readWeights(files)
  const blocks = [0, 1, 2, 3].map((number) =>
    [0, 1, 2, 3].map((layer) => {
      const name = `dense${number}/conv${layer}`
      return number === 0 && layer === 0 ? { plain: plainOf(weights, name) } : separableOf(weights, name)
    }),
  )
  const last = filterOf(tensorOf(weights, 'fc/weights'), tensorOf(weights, 'fc/bias').values)
  return (pixels) => {
    let output = normalize(pixels, 112, faceMean)
    for (const [first, ...others] of blocks) {
      let sum = relu(first.plain ? convolve(output, first.plain, 2) : convolveSeparable(output, first, 2))
      let input = sum
      for (const layer of others) {
        sum = add(convolveSeparable(input, layer), sum)
        input = relu(copyOf(sum))
      }
      output = input
    }
    return convolve(pool(output, 7, 2, 'valid', true), last).data.slice(0, 136)
  }
}

const copyOf = (tensor) => ({ ...tensor, data: tensor.data.slice() })

/** The 128 numbers of a face, from an aligned square of 150 pixels: a residual network of dlib. */
export function createDescriber(files) {
  const weights = readWeights(files)
  /** A convolution with the scale that follows it, as one. */
  const layerOf = (name) => {
    const scales = tensorOf(weights, `${name}/scale/weights`).values
    const shifts = tensorOf(weights, `${name}/scale/biases`).values
    const bias = tensorOf(weights, `${name}/conv/bias`).values.map(
      (value, index) => value * scales[index] + shifts[index],
    )
    return filterOf(tensorOf(weights, `${name}/conv/filters`), bias, scales)
  }
  const first = layerOf('conv32_down')
  const names = [
    'conv32_1',
    'conv32_2',
    'conv32_3',
    'conv64_down',
    'conv64_1',
    'conv64_2',
    'conv64_3',
    'conv128_down',
    'conv128_1',
    'conv128_2',
    'conv256_down',
    'conv256_1',
    'conv256_2',
    'conv256_down_out',
  ]
  const blocks = names.map((name) => ({
    isSmaller: name.includes('down'),
    layers: [layerOf(`${name}/conv1`), layerOf(`${name}/conv2`)],
  }))
  const last = filterOf(tensorOf(weights, 'fc'), null)
  return (pixels) => {
    let output = relu(convolve(normalize(pixels, 150, faceMean), first, 2, 'valid'))
    output = pool(output, 3, 2, 'valid')
    for (const { isSmaller, layers } of blocks) {
      const inner = relu(isSmaller ? convolve(output, layers[0], 2, 'valid') : convolve(output, layers[0]))
      const outer = convolve(inner, layers[1])
      output = relu(isSmaller ? joinSmaller(pool(output, 2, 2, 'valid', true), outer) : add(outer, output))
    }
    return convolve(meanOf(output), last).data.slice(0, 128)
  }
}

/** The sum of both in the larger area and the larger number of channels. */
function joinSmaller(pooled, outer) {
  const sum = createTensor(pooled.height, pooled.width, outer.channels)
  return add(add(sum, outer), pooled)
}

function meanOf({ height, width, channels, data }) {
  const mean = createTensor(1, 1, channels)
  for (let point = 0; point < height * width; point++)
    for (let channel = 0; channel < channels; channel++)
      mean.data[channel] += data[point * channels + channel] / (height * width)
  return mean
}

if (parentPort) {
  const { detector, landmarks, describer } = workerData
  const networks = {
    detect: createDetector(detector),
    mark: createLandmarks(landmarks),
    describe: createDescriber(describer),
  }
  parentPort.on('message', ({ kind, input }) => {
    try {
      parentPort.postMessage({ result: networks[kind](...input) })
    } catch (error) {
      parentPort.postMessage({ error: String(error) })
    }
  })
}
