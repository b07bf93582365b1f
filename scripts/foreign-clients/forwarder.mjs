// Forwards TCP connections to the port of a URL and changes nothing; prints its own URL.
import net from 'node:net'

const { hostname, port } = new URL(process.argv[2])
const server = net.createServer((client) => {
  const upstream = net.connect(port, hostname)
  client.pipe(upstream).pipe(client)
  client.on('error', () => upstream.destroy())
  upstream.on('error', () => client.destroy())
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
