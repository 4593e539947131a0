/// A value in its own allocation, so that a type which rarely has it stays small and cheap to copy.
@dynamicMemberLookup
@usableFromInline package indirect enum Boxed<Value> {
  case value(Value)

  /// The value in the box.
  package var value: Value {
    switch self {
    case .value(let value): value
    }
  }

  package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    value[keyPath: path]
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
