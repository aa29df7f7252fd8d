import Dispatch
import NIOCore
import NIOHTTP1
import NIOPosix
import OvertileCore
import OvertileInspection

/// A server of HTTP/1.1 on SwiftNIO: one event loop talks to all clients, and a few threads make the responses.
package final class WebServer: Sendable {
  /// The address in numbers that the server listens at.
  package var address: String { channel.localAddress?.ipAddress ?? "" }
  /// The port, also if any free one was asked for.
  package var port: Int { channel.localAddress?.port ?? 0 }
  private let channel: any Channel
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let threads = NIOThreadPool(numberOfThreads: 8)
  private let table: ConnectionTable
  private let isToStop = DispatchSemaphore(value: 0)

  /// The connections that may wait to be accepted.
  private static let backlog: Int32 = 512
  /// Bytes that the system holds for a client, so that a client of little speed is seen to take some.
  private static let sendBufferBytes = 128 << 10

  /// Listens, and serves from now on.
  ///
  /// - Parameters:
  ///   - host: an address or a name of this machine.
  ///   - port: 0 for any free one.
  ///   - limits: the bounds for clients.
  ///   - handler: makes the responses.
  /// - Throws: `InspectionError` if it cannot listen there.
  package init(
    host: String, port: Int, limits: ServerLimits = ServerLimits(), handler: @escaping RequestHandler
  ) throws(InspectionError) {
    threads.start()
    let table = ConnectionTable(limits, handler, threads)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: Self.sendBufferBytes)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try Self.prepare(channel.pipeline.syncOperations, table) }
      }
    do {
      channel = try bootstrap.bind(host: host, port: port).wait()
    } catch {
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      throw InspectionError(
        "cannot listen on \(host), port \(port): \(reason); --host must be an address or a name of this machine, such as "
          + "127.0.0.1, and --port a free port, or 0 for any", .unavailable)
    }
    self.table = table
  }

  private static func prepare(_ pipeline: ChannelPipeline.SynchronousOperations, _ table: ConnectionTable) throws {
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (16 << 10, 16 << 10, 100)
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false, withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: limits)
    try pipeline.addHandler(ClientConnection(table))
  }

  /// Waits for `stop`, then lets the responses in progress finish, for the time of the limits. Call it once.
  package func run() {
    isToStop.wait()
    try? channel.close().wait()
    let loop = channel.eventLoop
    try? loop.submit { [table] in table.stop() }.wait()
    let end = NIODeadline.now() + .milliseconds(Int64(table.limits.stopping * 1000))
    while NIODeadline.now() < end, (try? loop.submit { [table] in table.isEmpty }.wait()) == false { usleep(20_000) }
    try? group.syncShutdownGracefully()
    // A thread that makes a response is left to the end of the process.
    threads.shutdownGracefully { _ in }
  }

  /// Tells `run` to end. Any thread may call it, also before `run` and several times.
  package func stop() { isToStop.signal() }
}
